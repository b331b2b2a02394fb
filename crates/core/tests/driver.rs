//! The loop that spends a budget, with a search and a clock that are moved by hand.

use forethought_core::budget::{Clock, Deliberation, Limits, Spent, StopReason, drive};
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

    fn advance(&mut self) -> Result<(), Self::Error> {
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
    drive(search, limits, &clock, &mut |_| true)
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
    let mut watch = |search: &Even| {
        looks.push(search.done);
        looks.len() < 4
    };
    let reason = drive(&mut search, &Limits::default(), &clock, &mut watch);
    assert_eq!(reason, Ok(StopReason::Interrupted));
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
    let mut watch = |_: &Even| {
        looks += 1;
        true
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
