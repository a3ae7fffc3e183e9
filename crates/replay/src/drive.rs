//! One case, driven and judged.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use retake_host::Url;
use retake_judge::identity::Identity;
use retake_judge::sequence::recorded;
use retake_judge::verdict::{Verdict, judge_observed, sequence};
use retake_model::case::{Call, Case};
use retake_model::points::Points;
use retake_model::policy::Policies;
use retake_model::trace::{Request, Trace};

use crate::event::CallDetail;
use crate::http::{Client, Failure, encode};
use crate::link::{Link, Lost, Run};
use crate::run::Setup;
use crate::schedule::{Step, steps};

/// Names the run that a request belongs to.
const HEADER: &str = "retake-run";
/// A trace ends when the last thing that the request started has ended. After the answer it has this long,
/// which is longer than the agent follows what goes on.
const AFTER_ANSWER: Duration = Duration::from_secs(12);
/// After a connection without an answer, the trace has this long.
const AFTER_FAILURE: Duration = Duration::from_secs(2);
/// How often it is tried to call a method while the service may still be starting.
const TRY_EVERY: Duration = Duration::from_millis(100);
/// Whether a closed connection was just an idle one that the service closed shows within this time.
const AFTER_STALE: Duration = Duration::from_millis(250);

/// What all cases of a service share.
#[derive(Debug)]
pub(crate) struct Driver<'a> {
    link: &'a Link,
    url: &'a Url,
    points: &'a Points,
    identity: &'a Identity,
    policies: &'a Policies,
    timeout: Duration,
    /// The service may still be starting before this, where nothing but calls of methods can tell.
    starting_until: Instant,
    /// Whether to tell what was asked on the way.
    detail: bool,
    /// Connections that are not in use.
    clients: Mutex<Vec<Client>>,
}

/// How one try of a call ended.
enum Try {
    /// With what was observed.
    Observed(Box<Trace>),
    /// Without; that is the verdict.
    Nothing(Verdict),
    /// The service never saw the request.
    Unseen,
}

impl<'a> Driver<'a> {
    pub(crate) fn new(link: &'a Link, setup: &'a Setup, identity: &'a Identity, starting_until: Instant) -> Driver<'a> {
        let Setup { url, points, policies, timeout, detail, .. } = setup;
        let (timeout, detail) = (*timeout, *detail);
        Driver { link, url, points, identity, policies, timeout, starting_until, detail, clients: Mutex::default() }
    }

    /// Whether an agent is there.
    pub(crate) fn connected(&self) -> bool {
        self.link.connected()
    }

    /// Drives all calls of a case in their order; gives the verdict, and what was observed of each.
    pub(crate) fn case(&self, case: &Case) -> (Verdict, Vec<Option<Call>>) {
        if let [call] = case.calls.as_slice() {
            let (verdict, observed) = self.call(case, 0, call);
            return (verdict, vec![observed]);
        }
        let mut verdicts: Vec<Option<(Verdict, Option<Call>)>> = vec![None; case.calls.len()];
        std::thread::scope(|scope| {
            let mut running = Vec::new();
            for step in steps(&case.calls) {
                match step {
                    Step::Start(index) => {
                        let call = &case.calls[index];
                        running.push((index, scope.spawn(move || self.call(case, index, call))));
                    }
                    Step::Finish(wanted) => {
                        let Some(at) = running.iter().position(|(index, _)| *index == wanted) else { continue };
                        let (index, thread) = running.swap_remove(at);
                        verdicts[index] = thread.join().ok();
                    }
                }
            }
        });
        let missing = || (Verdict::error("driving this call failed"), None);
        let (verdicts, observed): (Vec<_>, Vec<_>) =
            verdicts.into_iter().map(|one| one.unwrap_or_else(missing)).unzip();
        (Verdict::join(verdicts), observed)
    }

    fn call(&self, case: &Case, index: usize, call: &Call) -> (Verdict, Option<Call>) {
        for attempt in 0.. {
            let name = match attempt {
                0 => format!("{}.{index}", case.id),
                _ => format!("{}.{index}.{attempt}", case.id),
            };
            match self.attempt(&name, call) {
                Try::Observed(trace) => return self.judge(call, &trace),
                Try::Nothing(verdict) => return (verdict, None),
                // The next one is on a new connection, unless there are more old ones.
                Try::Unseen => {}
            }
        }
        unreachable!("every attempt on a new connection ends")
    }

    /// The calls of a case from their beginnings to their ends, if anybody wants to see them.
    pub(crate) fn detail(&self, case: &Case, observed: &[Option<Call>]) -> Option<Vec<CallDetail>> {
        self.detail.then(|| {
            let detail = |(call, observed): (&Call, &Option<Call>)| CallDetail {
                recorded: call.entry.clone(),
                observed: observed.as_ref().map(|call| call.entry.clone()),
                branches: match observed {
                    Some(observed) => sequence(call, observed, self.identity),
                    None => recorded(call),
                },
            };
            case.calls.iter().zip(observed).map(detail).collect()
        })
    }

    fn judge(&self, call: &Call, trace: &Trace) -> (Verdict, Option<Call>) {
        match Call::resolve(trace, self.points) {
            Ok(observed) => {
                (judge_observed(call, &observed, &trace.incomplete, self.identity, self.policies), Some(observed))
            }
            Err(error) => (Verdict::error(format!("the observed trace cannot be read: {error}")), None),
        }
    }

    fn attempt(&self, name: &str, call: &Call) -> Try {
        let mut run = self.link.begin(name, call);
        if let Err(lost) = run.taken(Instant::now() + self.timeout) {
            return Try::Nothing(self.lost(lost, "the agent in the service did not take the case"));
        }
        match call.entry.exchange() {
            Some(exchange) => self.request(run, &exchange.request),
            None => self.invoke(run, call),
        }
    }

    /// Has a method called, on the object that is there for its framework.
    fn invoke(&self, mut run: Run<'_>, call: &Call) -> Try {
        let why = format!("{} was called, but no trace of it came", call.entry);
        loop {
            run.invoke();
            match run.observed(Instant::now() + self.timeout) {
                Err(Lost::NotYet(_)) if Instant::now() < self.starting_until => std::thread::sleep(TRY_EVERY),
                Ok(trace) => return Try::Observed(trace),
                Err(lost) => return Try::Nothing(self.lost(lost, &why)),
            }
        }
    }

    fn request(&self, mut run: Run<'_>, request: &Request) -> Try {
        let deadline = Instant::now() + self.timeout;
        let method = &request.method;
        let request = match encode(request, &self.url.authority(), &[(HEADER, run.name())]) {
            Ok(request) => request,
            Err(error) => return Try::Nothing(Verdict::error(error.to_string())),
        };
        let mut client = self.client();
        let answer = client.send(method, &request, deadline);
        if !matches!(answer, Err(Failure::TimedOut)) {
            lock(&self.clients).push(client);
        }
        match answer {
            Ok(response) => {
                let before = (Instant::now() + AFTER_ANSWER).min(deadline.max(Instant::now() + AFTER_FAILURE));
                let why = format!("the service answered with status {}, but no trace of it came", response.status);
                self.observed(run, before, &why)
            }
            Err(Failure::Stale) => match run.observed(Instant::now() + AFTER_STALE) {
                Ok(trace) => Try::Observed(trace),
                Err(Lost::TimedOut) => Try::Unseen,
                Err(lost) => Try::Nothing(self.lost(lost, "")),
            },
            Err(failure @ Failure::TimedOut) => {
                // The run is over for the command, whatever the service still does.
                Try::Nothing(Verdict::timeout(format!("{failure} ({} s)", self.timeout.as_secs_f64())))
            }
            Err(failure @ Failure::Connect(_)) => Try::Nothing(Verdict::error(failure.to_string())),
            // A service that fails can still have been observed, and a recorded one may have failed as well.
            Err(failure) => match run.observed(Instant::now() + AFTER_FAILURE) {
                Ok(trace) => Try::Observed(trace),
                Err(_) => Try::Nothing(Verdict::error(failure.to_string())),
            },
        }
    }

    fn observed(&self, mut run: Run<'_>, before: Instant, why: &str) -> Try {
        match run.observed(before) {
            Ok(trace) => Try::Observed(trace),
            Err(lost) => Try::Nothing(self.lost(lost, why)),
        }
    }

    fn lost(&self, lost: Lost, why: &str) -> Verdict {
        match lost {
            Lost::TimedOut => Verdict::timeout(why),
            Lost::Unable(why) | Lost::NotYet(why) => Verdict::error(why),
            Lost::Gone => Verdict::error("the agent in the service has hung up; the service has probably ended"),
        }
    }

    fn client(&self) -> Client {
        lock(&self.clients).pop().unwrap_or_else(|| Client::new(self.url.clone()))
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
