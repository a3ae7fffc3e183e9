package java.lang;

import java.lang.reflect.Method;
import jdk.internal.vm.annotation.DontInline;

/** What happens at a point: the question is written, and what came back, or the recording is asked. */
final class RetakePoints {
    private static final int STRAYED = 16;
    private static final Object[] NO_ARGS = new Object[0];
    /** Background work is recorded up to here; a service that polls for ever must not fill the disk. */
    private static final int MOST_BOOT_EVENTS = 100000;

    private static int bootEvents;

    private RetakePoints() {}

    static void forget() {
        bootEvents = 0;
    }

    /** A call at a point begins; true if the recording answers it. */
    @DontInline
    static boolean cross(RetakeThread t, RetakeHook hook, Object self, Object[] args) {
        boolean silent = false;
        if (hook.kind == RetakeHook.HANDLE) {
            RetakeShape shape = t.branch == null ? RetakeShape.ofObject(self) : t.branch.shape(self);
            if (shape.family != 0 && t.branch != null && t.branch.takes(shape, hook, self, args)) {
                t.owned = 1;
                return false;
            }
            // What was copied where the application got it is known.
            silent = shape.kind == RetakeShape.DESCRIBED || t.branch == null && RetakeHandles.isAtWork(hook, self);
        }
        RetakeBranch branch = silent ? null : open(t);
        if (branch == null) {
            t.owned = 1;
            return false;
        }
        branch.ask(hook, self, args);
        if (Retake.replay) {
            if (answer(t, branch, hook.name, hook.result)) {
                return true;
            }
            if (hook.external) {
                RetakeConnects.pass(t);
            }
        }
        t.owned = 1;
        return false;
    }

    /** A method runs of which not all points are woven. Inside a point that owns, none of them matters. */
    static void missed(RetakeThread t, RetakeHook hook) {
        if (t.branch != null && t.owned == 0) {
            t.branch.trace.incomplete(hook.name.concat(" could not be woven, and the request came there"));
        }
    }

    /** The branch that an event goes to: the request's, or one of its own outside of requests. */
    static RetakeBranch open(RetakeThread t) {
        if (t.branch != null) {
            return t.branch.trace.givenUp ? null : t.branch;
        }
        if (Retake.refusing || !Retake.replay && bootEvents >= MOST_BOOT_EVENTS) {
            return null;
        }
        bootEvents++;
        t.bootBranch = new RetakeTrace(true, null).branch(null);
        return t.bootBranch;
    }

    /** The call that this thread is at ended. */
    static void close(RetakeThread t, int outcome, Object value, char type) {
        if (t.passing) {
            RetakeConnects.passed(t);
        }
        if (t.branch != null) {
            t.branch.close(outcome, value, type);
        } else if (t.bootBranch != null) {
            RetakeBranch branch = t.bootBranch;
            t.bootBranch = null;
            branch.close(outcome, value, type);
            branch.trace.ended(branch);
        }
    }

    /** Asks the recording; true if it answered, with the answer left in the thread. */
    static boolean answer(RetakeThread t, RetakeBranch branch, String about, char type) {
        RetakeTrace trace = branch.trace;
        int question = branch.question();
        byte[] reply = Retake.ask(trace.run, branch.path, branch.out.bytes, question, branch.out.length - question);
        t.thrown = null;
        t.answer = null;
        t.results = -1;
        if (reply == null) {
            return false;
        }
        if ((reply[0] & STRAYED) != 0) {
            reply[0] -= STRAYED;
            branch.place = place();
        }
        if (reply[0] == 2) {
            return false;
        }
        if (reply[0] == 3) {
            t.thrown = refusal(about, new String(reply, 1, reply.length - 1, java.nio.charset.StandardCharsets.UTF_8));
        } else {
            ClassLoader loader = trace.loader != null ? trace.loader : Thread.currentThread().getContextClassLoader();
            RetakeDecoder decoder = new RetakeDecoder(reply, 1, loader, branch.encoder.objects(), trace);
            try {
                if (reply[0] == 1) {
                    t.thrown = (Throwable) decoder.value('L');
                } else {
                    // Whether an object is made from an outline depends on what is there.
                    t.answer = type == Retake.OUTLINE ? decoder : decoder.value(type);
                }
                if (type != Retake.OUTLINE && !branch.change(decoder)) {
                    t.results = decoder.results();
                }
            } catch (Throwable e) {
                String reason = new StringBuilder("an answer of ").append(about).append(" could not be built again: ")
                        .append(e).toString();
                trace.incomplete(reason);
                t.thrown = new IllegalStateException(reason);
            }
        }
        close(t, 2, null, 'V');
        return true;
    }

    /** The innermost line of the application on this thread's stack, but for one that lets what others asked pass, if there is another. */
    static String place() {
        StackTraceElement[] stack = new Throwable().getStackTrace();
        StackTraceElement passing = null;
        for (int i = 1; i < stack.length; i++) {
            StackTraceElement frame = stack[i];
            if (!Retake.isApplication(frame.getClassName())) {
                continue;
            }
            if (!passesOn(stack[i - 1])) {
                return place(frame);
            }
            passing = passing == null ? frame : passing;
        }
        return passing == null ? null : place(passing);
    }

    /** Whether who calls this is an interceptor or a filter on its way to what it stands around. */
    private static boolean passesOn(StackTraceElement called) {
        String name = called.getMethodName();
        return (name.equals("proceed") || name.equals("doFilter") || name.equals("invoke"))
                && !Retake.isApplication(called.getClassName());
    }

    static String place(StackTraceElement frame) {
        return new StringBuilder(frame.getClassName()).append('.').append(frame.getMethodName()).append(':')
                .append(frame.getLineNumber()).toString();
    }

    /** What the caller would see if the network refused. */
    static Throwable refusal(String about, String message) {
        String text = "retake: ".concat(message);
        try {
            if (about.startsWith("java.sql.") || about.startsWith("javax.sql.")) {
                Class<?> type = Class.forName("java.sql.SQLException", false, ClassLoader.getSystemClassLoader());
                return (Throwable) type.getConstructor(String.class, String.class).newInstance(text, "08001");
            }
        } catch (Exception e) {
            // Then the general one says the same.
        }
        if (about.startsWith("java.net.")) {
            return new java.net.ConnectException(text);
        }
        return new IllegalStateException(text);
    }

    /** A field or an element is read. */
    @DontInline
    static Object read(RetakeThread t, RetakeHook hook, Object value, char type) {
        t.inside = true;
        long begun = RetakeControl.begin(t);
        try {
            t.branch.ask(hook, null, NO_ARGS);
            if (Retake.replay && answer(t, t.branch, hook.name, type)) {
                return t.thrown == null ? t.answer : value;
            }
            t.branch.close(value, type);
            return value;
        } catch (Throwable e) {
            RetakeFence.failed(t, hook, e);
            return value;
        } finally {
            RetakeControl.end(t, begun);
            t.inside = false;
        }
    }

    /** A reference is looked at, without what is behind it. */
    @DontInline
    static Object check(RetakeThread t, RetakeHook hook, Object holder, Object value, String field) {
        t.inside = true;
        long begun = RetakeControl.begin(t);
        try {
            t.branch.ask(hook, null, NO_ARGS);
            if (Retake.replay && answer(t, t.branch, hook.name, Retake.OUTLINE)) {
                return t.thrown == null ? RetakeOutline.answer((RetakeDecoder) t.answer, holder, value, field) : value;
            }
            t.branch.close(value, Retake.OUTLINE);
            return value;
        } catch (Throwable e) {
            RetakeFence.failed(t, hook, e);
            return value;
        } finally {
            RetakeControl.end(t, begun);
            t.inside = false;
        }
    }

    /** An object that depends on the outside was made. */
    static void constructed(RetakeThread t, RetakeHook hook, Object object) {
        if (RetakeOpenings.covers(object)) {
            return;
        }
        t.inside = true;
        try {
            t.branch.ask(hook, null, NO_ARGS);
            if (Retake.replay && answer(t, t.branch, hook.name, 'L')) {
                if (t.thrown == null && t.answer != null) {
                    RetakeDecoder.copyFields(t.answer, object);
                }
                return;
            }
            t.branch.close(object, 'L');
        } catch (Throwable e) {
            RetakeFence.failed(t, hook, e);
        } finally {
            t.inside = false;
        }
    }

    /** The trace of a run whose executions answer, if this thread works for one; null otherwise. */
    static RetakeTrace executing() {
        RetakeThread t = RetakeThread.get();
        RetakeTrace trace = t == null || t.branch == null ? null : t.branch.trace;
        return trace == null || trace.run == null || trace.byCall ? null : trace;
    }

    /** A call on a double. */
    static Object askDouble(RetakeDouble target, Method method, Object[] args) throws Throwable {
        return askDouble(target, null, false, method, args);
    }

    /** A call on a double, or on a statement that came from it. */
    static Object askDouble(RetakeDouble target, RetakeExecutions statement, boolean executes, Method method, Object[] args)
            throws Throwable {
        RetakeThread t = RetakeThread.getOrCreate();
        boolean nested = t.enterAgain();
        try {
            RetakeBranch branch = open(t);
            if (branch == null) {
                throw new IllegalStateException("retake: this run grew too large to be answered");
            }
            String name = RetakeHttp.signature(method);
            if (statement == null) {
                branch.ask(target, name, method.getParameterTypes(), args);
            } else {
                branch.ask(target, statement.told, name, args);
            }
            if (!answer(t, branch, target.type, RetakeShape.character(method.getReturnType()))) {
                branch.abandon();
                throw new IllegalStateException(new StringBuilder("retake: nothing recorded answers ").append(target.type)
                        .append('.').append(name).toString());
            }
            if (executes) {
                statement.answered(t.results, branch.trace);
            }
        } finally {
            t.leave(nested);
        }
        Object answer = t.answer;
        Throwable thrown = t.thrown;
        t.answer = null;
        t.thrown = null;
        if (thrown != null) {
            throw thrown;
        }
        return answer;
    }
}
