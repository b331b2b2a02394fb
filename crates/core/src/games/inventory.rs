//! Inventory control under random demand (Li, Fu and Xu 2020, section V.A).

use super::parameter;
use crate::game::{
    Chance, Game, Info, Invalid, Native, One, Outcomes, Parameter, Parameters, Turn, Value,
};
use crate::rng::Rng;
use std::convert::Infallible;

/// Each period: order some units, then demand D, uniform on 0..=max_demand, is served from stock.
#[derive(Clone, Debug)]
pub struct Inventory {
    info: Info,
    capacity: u16,
    stock: u16,
    periods: u16,
    max_demand: u16,
    holding: f64,
    penalty: f64,
    setup: f64,
}

/// What is in stock at the start of a period.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stock {
    units: u16,
    period: u16,
}

impl Inventory {
    /// -(h max(0, x+a-D) + p max(0, D-x-a) + K [a > 0]), and the stock that is left.
    fn serve(&self, state: Stock, order: u16, demand: u16) -> (Stock, f64) {
        let available = state.units + order;
        let left = available.saturating_sub(demand);
        let short = demand.saturating_sub(available);
        let setup = if order > 0 { self.setup } else { 0.0 };
        let cost = self.holding * f64::from(left) + self.penalty * f64::from(short) + setup;
        let next = Stock {
            units: left,
            period: state.period + 1,
        };
        (next, -cost)
    }
}

impl Game for Inventory {
    type State = Stock;
    type Action = u16;
    type Players = One;
    type Error = Infallible;

    fn info(&self) -> &Info {
        &self.info
    }

    fn initial(&self) -> Result<Stock, Infallible> {
        Ok(Stock {
            units: self.stock,
            period: 0,
        })
    }

    fn turn(&self, state: &Stock) -> Result<Turn, Infallible> {
        Ok(if state.period == self.periods {
            Turn::Over
        } else {
            Turn::Player(0)
        })
    }

    fn actions(&self, state: &Stock, into: &mut Vec<u16>) -> Result<(), Infallible> {
        into.extend(0..=self.capacity - state.units);
        Ok(())
    }

    fn apply(
        &self,
        state: &mut Stock,
        order: u16,
        rng: &mut Rng,
        rewards: &mut [f64],
    ) -> Result<(), Infallible> {
        let demand = rng.below(usize::from(self.max_demand) + 1) as u16;
        let (next, reward) = self.serve(*state, order, demand);
        *state = next;
        rewards[0] += reward;
        Ok(())
    }

    fn outcomes(
        &self,
        state: &Stock,
        order: u16,
        into: &mut Outcomes<Stock>,
    ) -> Result<(), Infallible> {
        let probability = 1.0 / (f64::from(self.max_demand) + 1.0);
        for demand in 0..=self.max_demand {
            let (next, reward) = self.serve(*state, order, demand);
            into.push(probability, next, &[reward]);
        }
        Ok(())
    }
}

impl Native for Inventory {
    const NAME: &'static str = "inventory";
    const SUMMARY: &'static str = "order stock each period against random demand";

    fn parameters() -> Vec<Parameter> {
        vec![
            parameter("capacity", Value::Int(20), "most units in stock, 0 to 1000"),
            parameter("stock", Value::Int(5), "units at the start, 0 to capacity"),
            parameter("periods", Value::Int(3), "orders in a play, 1 to 1000"),
            parameter(
                "max_demand",
                Value::Int(9),
                "demand is uniform on 0 to this, at most 1000",
            ),
            parameter("holding", Value::Float(1.0), "cost of a unit left over"),
            parameter("penalty", Value::Float(10.0), "cost of a unit short"),
            parameter(
                "setup",
                Value::Float(0.0),
                "cost of an order, whatever its size",
            ),
        ]
    }

    fn build(given: &Parameters) -> Result<Self, Invalid> {
        let capacity = given.int("capacity", 0, 1000)?;
        let [stock, periods] = [
            given.int("stock", 0, capacity)?,
            given.int("periods", 1, 1000)?,
        ];
        let max_demand = given.int("max_demand", 0, 1000)?;
        let cost = |name| given.float(name, 0.0, 1e9);
        let (holding, penalty, setup) = (cost("holding")?, cost("penalty")?, cost("setup")?);
        let worst = (holding * capacity as f64).max(penalty * max_demand as f64) + setup;
        Ok(Self {
            info: Info {
                name: Self::NAME.into(),
                players: 1,
                chance: Chance::Explicit,
                horizon: Some(periods as u32),
                returns: Some((-worst * periods as f64, 0.0)),
                constant_sum: false,
            },
            capacity: capacity as u16,
            stock: stock as u16,
            periods: periods as u16,
            max_demand: max_demand as u16,
            holding,
            penalty,
            setup,
        })
    }

    /// `(units in stock, period)`.
    fn state_value(&self, state: &Stock) -> Value {
        Value::ints([i64::from(state.units), i64::from(state.period)])
    }

    fn parse_state(&self, value: &Value) -> Result<Stock, Invalid> {
        let (capacity, periods) = (i64::from(self.capacity), i64::from(self.periods));
        match value.as_ints().as_deref() {
            Some(&[units, period])
                if (0..=capacity).contains(&units) && (0..=periods).contains(&period) =>
            {
                Ok(Stock {
                    units: units as u16,
                    period: period as u16,
                })
            }
            _ => Err(Invalid(format!(
                "{value} is no state: give (units, period) with units from 0 to {capacity} and \
                 period from 0 to {periods}, such as (5, 0)"
            ))),
        }
    }

    fn action_value(&self, order: u16) -> Value {
        Value::Int(i64::from(order))
    }

    fn render(&self, state: &Stock) -> String {
        format!("period {}: {} units in stock", state.period, state.units)
    }
}
