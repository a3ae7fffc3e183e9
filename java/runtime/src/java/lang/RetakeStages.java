package java.lang;

import java.util.concurrent.CompletableFuture;

/**
 * The stages of a {@link CompletableFuture}. A stage runs on whichever thread completes what it waits for, or at once on
 * the thread that writes it when that is complete already. So its branch is made where it is written, and whoever runs it
 * works on that branch: which branch it is does not depend on who was faster.
 */
final class RetakeStages {
    private static final String FUTURE = "java.util.concurrent.CompletableFuture$";
    /** The argument with which a stage is run by an executor. */
    private static final int ASYNC = 1;

    private static long dependent = -1;

    private RetakeStages() {}

    /** Makes everything ready that the first stage would otherwise initialise. */
    static void ready() throws Exception {
        Class<?> type = Class.forName(FUTURE.concat("UniCompletion"), false, null);
        dependent = RetakeShape.UNSAFE.objectFieldOffset(type.getDeclaredField("dep"));
    }

    /** A stage is written. Until it turns out who runs it, what runs is the stage. */
    static void write(RetakeThread t) {
        RetakeBranch branch = t.branch == null || t.owned > 0 ? null : t.branch.trace.branch(t.branch);
        if (branch == null) {
            t.suspend(t.branch, t.owned, false);
        } else {
            branch.unwritten = true;
            t.suspend(branch, 0, true);
        }
    }

    /** The object of a stage that is run later is there. */
    static void written(RetakeThread t, Object stage) {
        RetakeBranch branch = t.branch;
        if (branch != null && branch.unwritten && !stage.getClass().getName().endsWith("Relay")) {
            branch.unwritten = false;
            branch.trace.unbegun(branch);
            RetakeForks.STAGES.put(stage, branch);
            // From here on another thread may work on the branch.
            t.branch = null;
            t.ends(false);
        }
    }

    /** Whether a task is a stage, which has its branch from where it was written, or none. */
    static boolean isStage(Object task) {
        return task instanceof CompletableFuture.AsynchronousCompletionTask
                && !task.getClass().getName().startsWith(FUTURE.concat("Async"));
    }

    /** A stage is tried. Several threads may try; one runs it. */
    static void fire(RetakeThread t, Object stage, Object mode) {
        RetakeBranch branch = RetakeForks.STAGES.look(stage);
        if (branch == null) {
            t.suspend(null, t.owned, false);
        } else {
            boolean runs = ((Integer) mode) == ASYNC;
            if (runs) {
                branch.trace.begun(branch);
            }
            t.suspend(branch, 0, runs);
            t.fires(stage);
        }
    }

    /** This thread runs the stage that it tries, or has handed it to an executor. */
    static void claimed(RetakeThread t, Object claimed) {
        t.resume();
        if (Boolean.TRUE.equals(claimed) && t.branch != null) {
            t.branch.trace.begun(t.branch);
            t.ends(true);
        }
    }

    /** A stage was tried. */
    static void fired(RetakeThread t) {
        Object stage = t.fired();
        if (stage != null && RetakeShape.UNSAFE.getReference(stage, dependent) == null) {
            // There was nothing to run: it was cancelled, or what it waits for failed.
            t.ends(true);
        }
        RetakeBranch branch = t.resume();
        if (branch != null) {
            RetakeForks.STAGES.take(stage);
            branch.trace.ended(branch);
        }
    }
}
