//! The games written here, each in a file of its own.

mod inventory;

pub use inventory::Inventory;

/// Calls a macro with the type of every game: the one list of them.
#[macro_export]
macro_rules! with_games {
    ($callback:ident) => {
        $callback! {
            $crate::games::Inventory,
        }
    };
}
