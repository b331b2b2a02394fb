//! The loop that spends a budget, with a search and a clock that are moved by hand.

use forethought_core::budget::{
    Clock, Deliberation, Leave, Limits, Spent, StopReason, Wish, drive,
};
use proptest::prelude::*;
use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

/// Time that passes only when the search works.
#[derive(Clone, Default)]
struct Time(Rc<Cell<Duration>>);

impl Clock for Time {
    fn now(&self) -> Duration {
        self.0.get()
    }
}

/// A search whose computations all cost the same.
struct Even {
    time: Time,
    cost: Duration,
    nodes: u64,
    /// Computations until the confidence is 0.9, it is settled, and it fails.
    confident: u64,
    settled: u64,
    fails: u64,
    done: u64,
    memory: Option<usize>,
}

const NEVER: u64 = u64::MAX;

fn even(cost: Duration, nodes: u64) -> Even {
    Even {
        time: Time::default(),
        cost,
        nodes,
        confident: NEVER,
        settled: NEVER,
        fails: NEVER,
        done: 0,
        memory: None,
    }
}

impl Deliberation for Even {
    type Error = &'static str;

    fn advance(&mut self, _leave: &mut Leave<'_>) -> Result<(), Self::Error> {
        if self.done == self.fails {
            return Err("broken");
        }
        self.done += 1;
        self.time.0.set(self.time.0.get() + self.cost);
        Ok(())
    }

    fn spent(&self) -> Spent {
        Spent {
            simulations: self.done,
            nodes: self.done * self.nodes,
            bytes: 0,
            depth: 0,
        }
    }

    fn confidence(&self) -> Option<f64> {
        (self.done > 0).then_some(if self.done >= self.confident {
            0.9
        } else {
            0.5
        })
    }

    fn limit_memory(&mut self, bytes: Option<usize>) {
        self.memory = bytes;
    }

    fn settled(&self) -> Option<StopReason> {
        (self.done >= self.settled).then_some(StopReason::SingleAction)
    }
}

fn run(search: &mut Even, limits: &Limits) -> Result<StopReason, &'static str> {
    let clock = search.time.clone();
    let reason = drive(search, limits, &clock, &mut |_| Wish::GoOn)?;
    Ok(reason.expect("nobody asked for a pause"))
}

proptest! {
    #[test]
    fn the_first_limit_wins(
        simulations in 0u64..3000,
        nodes in 0u64..30_000,
        per in 1u64..20,
        settled in 0u64..3000,
        confident in 0u64..3000,
    ) {
        let mut search = even(Duration::from_micros(10), per);
        (search.settled, search.confident) = (settled, confident);
        let limits = Limits {
            simulations: Some(simulations),
            nodes: Some(nodes),
            confidence: Some(0.8),
            ..Limits::default()
        };
        let reason = run(&mut search, &limits).expect("nothing fails");
        // It is looked at each 64 computations, and there is none before the first.
        let confident = confident.max(1).next_multiple_of(64);
        let ends = [
            (simulations, StopReason::Simulations),
            (nodes.div_ceil(per), StopReason::Nodes),
            (settled, StopReason::SingleAction),
            (confident, StopReason::Confidence),
        ];
        let first = ends.iter().min_by_key(|(end, _)| *end).expect("four");
        prop_assert_eq!((search.done, reason), *first);
    }

    #[test]
    fn time_is_kept_to_about_two_milliseconds(micros in 1u64..20_000, limit in 0u64..200) {
        let (cost, limit) = (Duration::from_micros(micros), Duration::from_millis(limit));
        let mut search = even(cost, 1);
        let limits = Limits { time: Some(limit), ..Limits::default() };
        prop_assert_eq!(run(&mut search, &limits), Ok(StopReason::Seconds));
        let over = search.time.now().checked_sub(limit).expect("all of the time");
        prop_assert!(over <= cost.max(Duration::from_millis(2)), "{over:?}");
    }

    #[test]
    fn where_it_stops_does_not_hang_on_the_clock(micros in 0u64..5000, confident in 0u64..2000) {
        let mut search = even(Duration::from_micros(micros), 1);
        search.confident = confident;
        let limits = Limits { confidence: Some(0.9), ..Limits::default() };
        prop_assert_eq!(run(&mut search, &limits), Ok(StopReason::Confidence));
        prop_assert_eq!(search.done, confident.max(1).next_multiple_of(64));
    }
}

#[test]
fn time_is_that_of_this_run() {
    let mut search = even(Duration::from_millis(1), 1);
    let limits = Limits {
        time: Some(Duration::from_millis(10)),
        ..Limits::default()
    };
    for ends in [10, 20, 30] {
        assert_eq!(run(&mut search, &limits), Ok(StopReason::Seconds));
        assert_eq!(search.done, ends);
    }
}

#[test]
fn who_watches_can_interrupt() {
    let mut search = even(Duration::from_millis(3), 1);
    let clock = search.time.clone();
    let mut looks = Vec::new();
    let mut watch = |spent: &Spent| {
        looks.push(spent.simulations);
        if looks.len() < 4 {
            Wish::GoOn
        } else {
            Wish::Stop
        }
    };
    let reason = drive(&mut search, &Limits::default(), &clock, &mut watch);
    assert_eq!(reason, Ok(Some(StopReason::Interrupted)));
    assert_eq!(looks, [1, 2, 3, 4]);
}

#[test]
fn who_watches_is_asked_about_once_a_millisecond() {
    let mut search = even(Duration::from_micros(10), 1);
    let clock = search.time.clone();
    let limits = Limits {
        simulations: Some(100_000),
        ..Limits::default()
    };
    let mut looks = 0;
    let mut watch = |_: &Spent| {
        looks += 1;
        Wish::GoOn
    };
    drive(&mut search, &limits, &clock, &mut watch).expect("nothing fails");
    assert!((500..1020).contains(&looks), "{looks}");
}

#[test]
fn a_failure_ends_it_and_memory_is_told() {
    let mut search = even(Duration::ZERO, 1);
    search.fails = 5;
    let limits = Limits {
        memory: Some(77),
        ..Limits::default()
    };
    assert_eq!(run(&mut search, &limits), Err("broken"));
    assert_eq!((search.done, search.memory), (5, Some(77)));
}

/// A search with one computation of a given size, which asks for leave.
struct Long {
    time: Time,
    /// Time per node.
    cost: Duration,
    size: u64,
    nodes: u64,
    finished: bool,
}

impl Deliberation for Long {
    type Error = &'static str;

    fn advance(&mut self, leave: &mut Leave<'_>) -> Result<(), Self::Error> {
        for _ in 0..self.size {
            let mut granted = leave.nodes(&self.spent());
            if granted == 0 {
                return Ok(());
            }
            while granted > 0 && self.nodes < self.size {
                self.nodes += 1;
                granted -= 1;
                self.time.0.set(self.time.0.get() + self.cost);
            }
            if self.nodes == self.size {
                break;
            }
        }
        self.finished = true;
        Ok(())
    }

    fn spent(&self) -> Spent {
        Spent {
            nodes: self.nodes,
            depth: self.finished.into(),
            ..Spent::default()
        }
    }

    fn confidence(&self) -> Option<f64> {
        None
    }

    fn limit_memory(&mut self, _bytes: Option<usize>) {}

    fn settled(&self) -> Option<StopReason> {
        self.finished.then_some(StopReason::Proven)
    }
}

fn long(micros: u64, size: u64) -> Long {
    Long {
        time: Time::default(),
        cost: Duration::from_micros(micros),
        size,
        nodes: 0,
        finished: false,
    }
}

proptest! {
    #[test]
    fn a_long_computation_is_broken_off_at_the_node(micros in 0u64..3000, nodes in 1u64..5000) {
        let mut search = long(micros, 10_000);
        let (clock, limits) = (search.time.clone(), Limits { nodes: Some(nodes), ..Limits::default() });
        let reason = drive(&mut search, &limits, &clock, &mut |_| Wish::GoOn);
        prop_assert_eq!((search.nodes, reason), (nodes, Ok(Some(StopReason::Nodes))));
    }

    #[test]
    fn a_long_computation_keeps_to_the_time(micros in 1u64..3000, limit in 0u64..200) {
        let mut search = long(micros, u64::MAX);
        let limit = Duration::from_millis(limit);
        let (clock, limits) = (search.time.clone(), Limits { time: Some(limit), ..Limits::default() });
        let reason = drive(&mut search, &limits, &clock, &mut |_| Wish::GoOn);
        prop_assert_eq!(reason, Ok(Some(StopReason::Seconds)));
        let over = search.time.now().checked_sub(limit).expect("all of the time");
        prop_assert!(over <= search.cost.max(Duration::from_millis(2)), "{over:?}");
    }
}

#[test]
fn a_pause_waits_for_the_computation_and_a_stop_does_not() {
    let mut paused = long(10, 5000);
    let clock = paused.time.clone();
    let reason = drive(&mut paused, &Limits::default(), &clock, &mut |_| {
        Wish::Pause
    });
    assert_eq!((reason, paused.nodes), (Ok(None), 5000));
    let mut stopped = long(10, 5000);
    let clock = stopped.time.clone();
    let reason = drive(&mut stopped, &Limits::default(), &clock, &mut |_| {
        Wish::Stop
    });
    assert_eq!(
        (reason, stopped.nodes),
        (Ok(Some(StopReason::Interrupted)), 0)
    );
}
