//! Nets that are built while the game is played.

use super::compiled::Compiled;
use super::{GdlGame, Shared};
use crate::gdl::net::{Draft, Net};
use crate::gdl::{Diagnostic, GroundLimits, Place};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;
use std::{process, thread};

/// Room for rules that refer to rules that refer to rules.
const STACK: usize = 1 << 25;

/// Which form of the rules is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Form {
    /// The interpreter; no net was wanted yet.
    Interpreted,
    /// The interpreter, while a net is being built.
    Building,
    /// The net.
    Net,
    /// The interpreter, since there is no net, for this reason.
    Refused(Diagnostic),
}

/// The net of a game, once there is one.
#[derive(Debug)]
pub(super) struct Building {
    made: OnceLock<Arc<Compiled>>,
    progress: Mutex<Progress>,
    changed: Condvar,
}

#[derive(Debug)]
struct Progress {
    form: Form,
    /// The process that builds: its threads are not there in a copy of it.
    process: u32,
}

impl Building {
    pub fn new() -> Self {
        let progress = Progress {
            form: Form::Interpreted,
            process: 0,
        };
        Self {
            made: OnceLock::new(),
            progress: Mutex::new(progress),
            changed: Condvar::new(),
        }
    }

    #[inline]
    pub fn made(&self) -> Option<&Arc<Compiled>> {
        self.made.get()
    }

    fn progress(&self) -> MutexGuard<'_, Progress> {
        let progress = self.progress.lock();
        progress.unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the caller is to build now: nobody else does, and it is worth a try.
    fn begin(&self, again: bool) -> bool {
        let mut progress = self.progress();
        let wanted = match progress.form {
            Form::Interpreted => true,
            Form::Building => progress.process != process::id(),
            Form::Net => false,
            Form::Refused(_) => again,
        };
        if wanted {
            (progress.form, progress.process) = (Form::Building, process::id());
        }
        wanted
    }

    fn end(&self, made: Result<Arc<Compiled>, Diagnostic>) {
        let form = match made {
            Ok(made) => {
                _ = self.made.set(made);
                Form::Net
            }
            Err(error) => Form::Refused(error),
        };
        self.progress().form = form;
        self.changed.notify_all();
    }

    /// Waits while another thread of this process builds, for this long; whether none does then.
    fn wait(&self, longest: Duration) -> bool {
        let building = |progress: &mut Progress| {
            progress.form == Form::Building && progress.process == process::id()
        };
        let waited = self
            .changed
            .wait_timeout_while(self.progress(), longest, building);
        !waited.unwrap_or_else(PoisonError::into_inner).1.timed_out()
    }
}

impl GdlGame {
    /// Compiles the rules, and answers by the net from then on, whoever else plays the game
    /// meanwhile. States and moves stay what they are, and the answers do. A build under way is
    /// waited for, and one that came to nothing is tried again.
    ///
    /// # Errors
    /// Why there is no net; the game is interpreted as before.
    pub fn compile(&self, limits: GroundLimits) -> Result<Arc<Net>, Diagnostic> {
        while !self.compiled_in(Duration::MAX) {}
        self.compile_in_background(limits, true);
        while !self.compiled_in(Duration::MAX) {}
        match self.form() {
            Form::Refused(error) => Err(error),
            _ => Ok(self.net().expect("it was built")),
        }
    }

    /// Waits for a build under way, for this long; whether there is none any more.
    pub fn compiled_in(&self, longest: Duration) -> bool {
        self.shared.building.wait(longest)
    }

    /// Begins to compile in a thread of its own, unless there is a net or another thread does so.
    /// What was refused before is tried once more only if `again` is true.
    pub fn compile_in_background(&self, limits: GroundLimits, again: bool) {
        if !self.shared.building.begin(again) {
            return;
        }
        let shared = Arc::clone(&self.shared);
        let build = move || shared.building.end(shared.built(limits));
        let name = "gdl-compile".to_owned();
        let thread = thread::Builder::new().name(name).stack_size(STACK);
        if let Err(error) = thread.spawn(build) {
            let what = format!("no thread could be started: {error}");
            self.shared.building.end(Err(refused(what)));
        }
    }

    /// Whether single states are asked of the net, which is there: there are games in which so much
    /// changes with a move that the interpreter answers sooner.
    pub fn asks_net(&self) -> bool {
        self.compiled().is_some()
    }

    /// Which form of the rules is asked.
    pub fn form(&self) -> Form {
        self.shared.building.progress().form.clone()
    }

    /// The net, if there is one.
    pub fn net(&self) -> Option<Arc<Net>> {
        let made = self.shared.building.made();
        made.map(|compiled| Arc::clone(&compiled.net))
    }
}

impl Shared {
    fn built(&self, limits: GroundLimits) -> Result<Arc<Compiled>, Diagnostic> {
        let build = || {
            let interpreter = self.engine().interpreter.clone();
            let draft = Draft::new(&interpreter, &self.sheet, limits)?;
            let mut engine = self.engine();
            let net = Arc::new(draft.finish(&mut engine.interpreter));
            let mut compiled = Compiled::new(net, &engine.interpreter);
            let interpreter = engine.interpreter.clone();
            drop(engine);
            compiled.quicker = self.is_quicker(&compiled, interpreter);
            Ok(Arc::new(compiled))
        };
        // A fault of ours must not take the play along.
        let built = catch_unwind(AssertUnwindSafe(build));
        built.unwrap_or_else(|_| Err(refused("forethought failed to compile it".into())))
    }
}

fn refused(what: String) -> Diagnostic {
    let fix = "nothing: the sheet is interpreted, which takes longer";
    Diagnostic::warning("no-net", Place::default(), what, fix.into())
}
