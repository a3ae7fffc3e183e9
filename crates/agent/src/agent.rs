//! What the agent is in this process: at most one, from its start to its end.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use crate::jvmti::Env;
use crate::plan::Plan;
use crate::record::Recorder;
use crate::replay::Replayer;
use crate::verify::Code;
use crate::vm::Vm;
use crate::weaving::Weaving;

/// What the agent is doing in this process.
pub(crate) enum Mode {
    Record(Arc<Recorder>),
    Replay(&'static Replayer),
}

pub(crate) struct Agent {
    pub(crate) vm: Vm,
    pub(crate) jvmti: Env,
    pub(crate) plan: Plan,
    pub(crate) mode: Mode,
    /// Whether the service ran before the agent came.
    pub(crate) attached: bool,
    /// Woven code adds this to the numbers of its hooks. A frame that still runs code that an earlier agent wove is told by
    /// its lower number.
    pub(crate) first_hook: u32,
    pub(crate) weaving: Weaving,
    /// The code of all classes before anything was woven, if it is to be compared at the end.
    pub(crate) before: OnceLock<Code>,
    ending: AtomicBool,
}

/// Why there is no second agent.
pub(crate) const TAKEN: &str = "Retake is already at work in this service; end that first";

/// The agent that callbacks and natives serve. No lock is held while it works: whoever has it may see it leave.
static CURRENT: RwLock<Option<Arc<Agent>>> = RwLock::new(None);

/// Where the numbers of the next agent's hooks begin.
static NEXT_HOOK: AtomicU32 = AtomicU32::new(0);

/// The agent, while there is one.
pub(crate) fn current() -> Option<Arc<Agent>> {
    CURRENT.read().unwrap_or_else(PoisonError::into_inner).clone()
}

impl Agent {
    pub(crate) fn new(vm: Vm, jvmti: Env, plan: Plan, mode: Mode, attached: bool) -> Agent {
        let first_hook = NEXT_HOOK.load(Ordering::Acquire);
        let (weaving, before, ending) = (Weaving::default(), OnceLock::new(), AtomicBool::new(false));
        Agent { vm, jvmti, plan, mode, attached, first_hook, weaving, before, ending }
    }

    /// Makes this the agent of the process, unless there is one.
    pub(crate) fn enter(self) -> Result<Arc<Agent>, String> {
        let mut current = CURRENT.write().unwrap_or_else(PoisonError::into_inner);
        if current.is_some() {
            return Err(TAKEN.to_owned());
        }
        Ok(current.insert(Arc::new(self)).clone())
    }

    /// Leaves the process to the next agent.
    pub(crate) fn leave(&self) {
        NEXT_HOOK.store(self.first_hook.saturating_add(self.plan.hook_count()), Ordering::Release);
        CURRENT.write().unwrap_or_else(PoisonError::into_inner).take();
    }

    /// Whether the end is the caller's to make; only the first who asks hears yes.
    pub(crate) fn begin_end(&self) -> bool {
        !self.ending.swap(true, Ordering::AcqRel)
    }
}
