//! Every rule on any arms: it gives an arm, and its numbers stay numbers.

use forethought_core::policy::{
    AnyRule, Aoap, Bandit, EpsilonGreedy, Exp3, Greedy, KnowledgeGradient, Ocba, Policy, Rule,
    SequentialHalving, Ucb1, UcbE, UcbTuned, Uniform, Weight,
};
use forethought_core::rng::Rng;
use forethought_core::stats::{Arms, Scale};
use proptest::prelude::*;

const STEPS: usize = 60;

fn rules() -> Vec<AnyRule> {
    let mut rules = vec![AnyRule::Ocba(Ocba::default())];
    for weight in [
        Weight::Fixed(0.0),
        Weight::Fixed(1.0),
        Weight::Growing(0.5),
        Weight::Relative(0.7),
    ] {
        let exploration = 2.0;
        rules.push(AnyRule::Ucb1(Ucb1::new(weight)));
        rules.push(AnyRule::Other(Box::new(UcbTuned(weight))));
        rules.push(AnyRule::Other(Box::new(UcbE {
            exploration,
            weight,
        })));
    }
    let others: [Box<dyn Rule>; 9] = [
        Box::new(Aoap::new(0.0, 1.0)),
        Box::new(EpsilonGreedy(0.3)),
        Box::new(Exp3::new(0.1, -1.0, 1.0)),
        Box::new(Exp3::new(1.0, 0.0, 1e-3)),
        Box::new(Greedy),
        Box::new(KnowledgeGradient),
        Box::new(SequentialHalving::new(STEPS as u64)),
        Box::new(SequentialHalving::new(1)),
        Box::new(Uniform),
    ];
    rules.extend(others.map(AnyRule::Other));
    rules
}

fn number() -> impl Strategy<Value = f64> {
    prop_oneof![
        4 => -1.0..1.0,
        2 => prop::sample::select(vec![0.0, 1.0, -1.0, 0.5]),
        1 => prop::sample::select(vec![1e-12, -1e12, 1e12, 1e60, -1e60, 1e-160]),
    ]
}

/// What an arm pays, in turn.
fn pays() -> impl Strategy<Value = Vec<Vec<f64>>> {
    prop::collection::vec(prop::collection::vec(number(), 1..5), 1..7)
}

/// Count, sum of squares and mean.
fn row() -> impl Strategy<Value = [f64; 3]> {
    (
        1u32..5000,
        prop_oneof![Just(0.0), 0.0..1e3, Just(1e-300), Just(1e120)],
        number(),
    )
        .prop_map(|(count, squares, mean)| [f64::from(count), squares, mean])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn as_a_bandit(pays in pays(), n0 in 1u32..4, prior in prop::sample::select(vec![0.0, 1.0])) {
        for (nth, rule) in rules().into_iter().enumerate() {
            let mut policy = Policy::new(rule);
            (policy.root_n0, policy.prior_variance) = (n0, prior);
            let mut bandit = Bandit::new(policy, pays.len(), 3);
            let mut taken = vec![0; pays.len()];
            for _ in 0..STEPS {
                let arm = bandit.choose().expect("no rule here fails");
                bandit.update(arm, pays[arm][taken[arm] % pays[arm].len()]);
                taken[arm] += 1;
            }
            for (summary, taken) in bandit.summaries().iter().zip(&taken) {
                prop_assert_eq!(summary.count as usize, *taken);
                prop_assert!(summary.mean.is_finite() && *taken >= n0 as usize, "rule {nth}");
                prop_assert!(*taken == 1 || summary.variance >= 0.0, "rule {nth}");
            }
            let sure = bandit.best().1;
            prop_assert!(sure.is_none_or(|p| (0.0..=1.0).contains(&p)), "{nth} {sure:?}");
        }
    }

    #[test]
    fn asked_of_any_statistics(
        rows in prop::collection::vec(row(), 1..9),
        prior_variance in prop::sample::select(vec![0.0, 1.0]),
        seen in prop::collection::vec(number(), 0..4),
        scores in prop::collection::vec(0.0..1e6, 9),
    ) {
        let mut scale = Scale::default();
        seen.iter().for_each(|number| scale.include(*number));
        let arms = Arms {
            rows: rows.as_flattened(),
            stride: 3,
            mover: 0,
            scores: &scores[..rows.len()],
            total: rows.iter().map(|row| row[0]).sum(),
            prior_variance,
            scale,
        };
        for mut rule in rules() {
            let chosen = rule.choose(&arms, &mut Rng::new(1, "test")).expect("no rule here fails");
            prop_assert!(chosen < rows.len());
            let probability = rule.probability();
            prop_assert!(probability > 0.0 && probability <= 1.0 + 1e-9);
            let credit = rule.credit(seen.first().copied().unwrap_or(0.0), probability);
            prop_assert!(credit.is_none_or(|credit| credit.is_finite() && credit >= 0.0));
        }
    }
}
