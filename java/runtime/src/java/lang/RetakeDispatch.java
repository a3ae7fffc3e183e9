package java.lang;

import jdk.internal.vm.annotation.DontInline;

/** Which part of the runtime a hook means, by its kind. Those of points, which are by far the most, do not come here. */
final class RetakeDispatch {
    private RetakeDispatch() {}

    /** Whether a hook matters on a thread that serves no request; one that is busy has other work to set aside. */
    static boolean starts(RetakeHook hook, boolean busy) {
        switch (hook.kind) {
            case RetakeHook.ENTRY:
            case RetakeHook.AGAIN:
            case RetakeHook.METHOD:
            case RetakeHook.INCOMING:
            case RetakeHook.ONCE:
            case RetakeHook.CONNECT:
                return true;
            case RetakeHook.NEXT:
                return busy || RetakeForks.TASKS.pending.now > 0;
            case RetakeHook.ADOPT:
                return busy || RetakeForks.TASKS.pending.now > 0 || RetakeForks.SERIAL.pending.now > 0;
            case RetakeHook.SERIAL:
                return busy || RetakeForks.SERIAL.pending.now > 0;
            case RetakeHook.COMPLETE:
                return busy || RetakeExchange.PENDING.now > 0;
            case RetakeHook.BODY_IN:
            case RetakeHook.BODY_OUT:
                return RetakeExchange.PENDING.now > 0;
            case RetakeHook.BOOT:
            case RetakeHook.RELAY:
            case RetakeHook.STAGE:
            case RetakeHook.CLAIM:
            case RetakeHook.SHARE:
                return busy;
            case RetakeHook.FIRE:
                return busy || RetakeForks.STAGES.pending.now > 0;
            case RetakeHook.REJECT:
                return RetakeForks.TASKS.pending.now > 0;
            case RetakeHook.END:
                return RetakeForks.THREADS.pending.now > 0;
            case RetakeHook.STREAM:
                return RetakeStreams.any();
            case RetakeHook.OBSERVER:
                return busy || RetakeForks.OBSERVERS.pending.now > 0;
            case RetakeHook.OUTGOING:
                return RetakeForks.CHANNELS.pending.now > 0;
            case RetakeHook.DONE:
                return busy || RetakeForks.CHANNELS.pending.now > 0;
            case RetakeHook.DRIVEN:
                return busy || RetakeRegions.pending > 0;
            case RetakeHook.SIGNAL:
                return busy || RetakeStreams.any();
            default:
                return hook.external;
        }
    }

    /** A hook begins; true if the recording answers. */
    @DontInline
    static boolean begins(RetakeThread t, RetakeHook hook, Object self, Object[] args) {
        switch (hook.kind) {
            case RetakeHook.ENTRY:
            case RetakeHook.AGAIN:
                RetakeHttp.begin(t, hook, self, args);
                return false;
            case RetakeHook.COMPLETE:
                RetakeHttp.complete(t, hook, self, args);
                return false;
            case RetakeHook.METHOD:
                RetakeEntry.begin(t, hook, args);
                return false;
            case RetakeHook.FORK:
                RetakeTasks.fork(t, hook, self, args);
                return false;
            case RetakeHook.RELAY:
                RetakeTasks.relay(t, hook, self, args);
                return false;
            case RetakeHook.ADOPT:
                RetakeTasks.adopt(t, hook, self, args);
                return false;
            case RetakeHook.REJECT:
                RetakeTasks.reject(hook, self, args);
                return false;
            case RetakeHook.END:
                RetakeThreads.ended(args[0]);
                return false;
            case RetakeHook.NEXT:
                RetakeWorkers.next(t, args);
                return false;
            case RetakeHook.MISSED:
                RetakePoints.missed(t, hook);
                return false;
            case RetakeHook.ONCE:
                return RetakeOnce.before(t, hook, args);
            case RetakeHook.BOOT:
                t.suspend(null, 0, false);
                return false;
            case RetakeHook.SERIAL:
                RetakeTasks.serial(t, args);
                return false;
            case RetakeHook.SHARE:
                RetakeTasks.share(t, self);
                return false;
            case RetakeHook.STAGE:
                RetakeStages.write(t);
                return false;
            case RetakeHook.WRITTEN:
                RetakeStages.written(t, self);
                return false;
            case RetakeHook.FIRE:
                RetakeStages.fire(t, self, args[0]);
                return false;
            case RetakeHook.CLAIM:
                t.suspend(null, t.owned, false);
                return false;
            case RetakeHook.STREAM:
                return RetakeStreams.before(t, hook, self, args);
            case RetakeHook.OPENING:
                return RetakeOpenings.before(t, hook, self, args);
            case RetakeHook.WATCH:
                RetakeWatched.begin(t, hook, self, args);
                return false;
            case RetakeHook.CONNECT:
                return RetakeConnects.before(t, self, args);
            case RetakeHook.OBSERVER:
                RetakeObservers.told(t, hook, self, args);
                return false;
            case RetakeHook.INCOMING:
                RetakeChannels.in(t, self, args);
                return false;
            case RetakeHook.OUTGOING:
                RetakeChannels.out(args);
                return false;
            case RetakeHook.DONE:
                RetakeChannels.done(t, self);
                return false;
            case RetakeHook.REGION:
                RetakeRegions.open(t, hook, self);
                return false;
            case RetakeHook.DRIVEN:
                RetakeRegions.enter(t, hook, self, args);
                return false;
            case RetakeHook.SIGNAL:
                return RetakePublishers.before(t, hook, self, args);
            default:
                RetakeHttp.before(t, hook, self, args);
                return false;
        }
    }

    /** A hook ends. */
    @DontInline
    static void ends(RetakeThread t, RetakeHook hook, Object value, Throwable thrown) {
        switch (hook.kind) {
            case RetakeHook.ENTRY:
            case RetakeHook.AGAIN:
                RetakeHttp.end(t);
                return;
            case RetakeHook.METHOD:
                RetakeEntry.end(t, hook, value, thrown);
                return;
            case RetakeHook.FORK:
            case RetakeHook.REJECT:
            case RetakeHook.END:
            case RetakeHook.WRITTEN:
            case RetakeHook.MISSED:
            case RetakeHook.UNKNOWN:
            case RetakeHook.OUTGOING:
            case RetakeHook.REGION:
            case RetakeHook.CONNECT:
                return;
            case RetakeHook.COMPLETE:
            case RetakeHook.ADOPT:
            case RetakeHook.BOOT:
            case RetakeHook.RELAY:
            case RetakeHook.STAGE:
            case RetakeHook.SHARE:
            case RetakeHook.SERIAL:
            case RetakeHook.INCOMING:
            case RetakeHook.DONE:
            case RetakeHook.DRIVEN:
                RetakeTasks.ended(t);
                return;
            case RetakeHook.SIGNAL:
                RetakePublishers.after(t, hook, value, thrown);
                return;
            case RetakeHook.NEXT:
                RetakeWorkers.fetched(t, value);
                return;
            case RetakeHook.ONCE:
                RetakeOnce.after(t, value, thrown);
                return;
            case RetakeHook.FIRE:
                RetakeStages.fired(t);
                return;
            case RetakeHook.CLAIM:
                RetakeStages.claimed(t, value);
                return;
            case RetakeHook.STREAM:
                RetakeStreams.after(t, hook, value, thrown);
                return;
            case RetakeHook.OPENING:
                RetakeOpenings.after(t, thrown);
                return;
            case RetakeHook.WATCH:
                RetakeWatched.end(t, hook, value, thrown);
                return;
            case RetakeHook.OBSERVER:
                RetakeObservers.taken(t);
                return;
            default:
                RetakeHttp.after(t, hook, value);
        }
    }
}
