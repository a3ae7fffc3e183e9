package java.lang;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Comparator;
import java.util.Spliterator;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The elements of a {@link Stream} that a point gives. They pass when the application walks through it and not before: the
 * pipeline's source is put behind one that tells. What the source does to give them is inside of the point.
 */
final class RetakeElements implements Spliterator<Object> {
    private static final String PIPELINE = "java.util.stream.AbstractPipeline";
    /** What most stages are; others have ways of their own. */
    private static final String[] STAGES = {"java.util.stream.ReferencePipeline$StatelessOp", "java.util.stream.ReferencePipeline$StatefulOp"};

    private final Spliterator<Object> source;
    private final RetakeStream stream;

    private RetakeElements(Spliterator<Object> source, RetakeStream stream) {
        this.source = source;
        this.stream = stream;
    }

    /** Follows a stream that the application is about to get; false if it is not one of the JDK's. */
    @SuppressWarnings("unchecked")
    static boolean follow(Object object, RetakeStream stream) throws Exception {
        Class<?> type = RetakeShape.supertype(object.getClass(), PIPELINE);
        if (type == null) {
            return false;
        }
        long source = offset(type, "sourceSpliterator");
        long supplier = offset(type, "sourceSupplier");
        if (RetakeShape.UNSAFE.getInt(object, offset(type, "depth")) > 0) {
            Object before = isStage(object.getClass()) ? behead(object, type) : null;
            if (before != null) {
                RetakeShape.UNSAFE.putReference(object, supplier, new Later(new Stages((Stream<Object>) before), stream));
            }
            return before != null;
        }
        Object given = RetakeShape.UNSAFE.getReference(object, source);
        if (given != null) {
            RetakeShape.UNSAFE.putReference(object, source, new RetakeElements((Spliterator<Object>) given, stream));
            return true;
        }
        Object later = RetakeShape.UNSAFE.getReference(object, supplier);
        if (later != null) {
            RetakeShape.UNSAFE.putReference(object, supplier, new Later((Supplier<Object>) later, stream));
        }
        return later != null;
    }

    private static boolean isStage(Class<?> type) {
        return RetakeShape.supertype(type, STAGES[0]) != null || RetakeShape.supertype(type, STAGES[1]) != null;
    }

    /**
     * Makes the last stage of a pipeline the first of one of its own; gives a copy of it as it was, to be the source. What the
     * stages in front do is inside of the point, and what comes out at their end is what the application is given.
     */
    private static Object behead(Object last, Class<?> type) throws Exception {
        Object copy = RetakeShape.UNSAFE.allocateInstance(last.getClass());
        for (Class<?> c = last.getClass(); c != Object.class; c = c.getSuperclass()) {
            for (Field field : c.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())) {
                    copy(field, last, copy);
                }
            }
        }
        Object first = RetakeShape.UNSAFE.getReference(last, offset(type, "sourceStage"));
        RetakeShape.UNSAFE.putReference(
                RetakeShape.UNSAFE.getReference(last, offset(type, "previousStage")), offset(type, "nextStage"), copy);
        RetakeShape.UNSAFE.putReference(last, offset(type, "sourceStage"), last);
        RetakeShape.UNSAFE.putReference(last, offset(type, "previousStage"), null);
        RetakeShape.UNSAFE.putInt(last, offset(type, "depth"), 0);
        // Whether the pipeline is walked by several threads, and what is done when it is closed, is kept at its first stage.
        long parallel = offset(type, "parallel");
        RetakeShape.UNSAFE.putBoolean(last, parallel, RetakeShape.UNSAFE.getBoolean(first, parallel));
        long closing = offset(type, "sourceCloseAction");
        RetakeShape.UNSAFE.putReference(last, closing, RetakeShape.UNSAFE.getReference(first, closing));
        RetakeShape.UNSAFE.putReference(first, closing, null);
        return copy;
    }

    private static void copy(Field field, Object from, Object to) {
        long at = RetakeShape.UNSAFE.objectFieldOffset(field);
        Class<?> type = field.getType();
        if (type == boolean.class) {
            RetakeShape.UNSAFE.putBoolean(to, at, RetakeShape.UNSAFE.getBoolean(from, at));
        } else if (type == int.class) {
            RetakeShape.UNSAFE.putInt(to, at, RetakeShape.UNSAFE.getInt(from, at));
        } else if (type == long.class) {
            RetakeShape.UNSAFE.putLong(to, at, RetakeShape.UNSAFE.getLong(from, at));
        } else {
            RetakeShape.UNSAFE.putReference(to, at, RetakeShape.UNSAFE.getReference(from, at));
        }
    }

    private static long offset(Class<?> type, String name) throws NoSuchFieldException {
        Field field = type.getDeclaredField(name);
        return RetakeShape.UNSAFE.objectFieldOffset(field);
    }

    /** What stands in for a stream in replay. */
    static Object build(RetakeDouble handle, RetakePassed passed) {
        Spliterator<Object> elements =
                java.util.Spliterators.spliteratorUnknownSize(new RetakeIterator(handle, passed), Spliterator.ORDERED);
        Stream<Object> stream = java.util.stream.StreamSupport.stream(elements, false);
        RetakeHandles.put(stream, handle, null);
        return stream;
    }

    @Override
    public boolean tryAdvance(Consumer<? super Object> action) {
        boolean one = walk(new Seen(action, stream), false);
        if (!one) {
            stream.end();
        }
        return one;
    }

    @Override
    public void forEachRemaining(Consumer<? super Object> action) {
        walk(new Seen(action, stream), true);
        stream.end();
    }

    private boolean walk(Seen action, boolean all) {
        RetakeThread t = RetakeThread.getOrCreate();
        action.owned = t.owned;
        t.suspend(t.branch, Math.max(1, t.owned), false);
        t.settle();
        try {
            if (!all) {
                return source.tryAdvance(action);
            }
            source.forEachRemaining(action);
            return true;
        } catch (Throwable e) {
            if (!action.threw) {
                stream.fail(e);
            }
            throw e;
        } finally {
            t.resume();
            t.settle();
        }
    }

    @Override
    public Spliterator<Object> trySplit() {
        Spliterator<Object> part = source.trySplit();
        if (part == null) {
            return null;
        }
        stream.divided();
        return new RetakeElements(part, stream);
    }

    @Override
    public long estimateSize() {
        return source.estimateSize();
    }

    @Override
    public long getExactSizeIfKnown() {
        return source.getExactSizeIfKnown();
    }

    @Override
    public int characteristics() {
        return source.characteristics();
    }

    @Override
    public Comparator<? super Object> getComparator() {
        return source.getComparator();
    }

    /** Tells of an element, and hands it to the application. */
    private static final class Seen implements Consumer<Object> {
        private final Consumer<? super Object> action;
        private final RetakeStream stream;
        /** How many points are open where the application walks. */
        int owned;
        /** Whether the application failed, and not the source. */
        boolean threw;

        Seen(Consumer<? super Object> action, RetakeStream stream) {
            this.action = action;
            this.stream = stream;
        }

        @Override
        public void accept(Object element) {
            RetakeThread t = RetakeThread.getOrCreate();
            boolean nested = t.enterAgain();
            try {
                stream.next(element);
            } catch (Throwable e) {
                stream.broken(e);
            } finally {
                t.leave(nested);
            }
            t.suspend(t.branch, owned, false);
            t.settle();
            threw = true;
            try {
                action.accept(element);
                threw = false;
            } finally {
                t.resume();
                t.settle();
            }
        }
    }

    /** A source that is made when the application walks. */
    private static final class Later implements Supplier<Object> {
        private final Supplier<Object> source;
        private final RetakeStream stream;

        Later(Supplier<Object> source, RetakeStream stream) {
            this.source = source;
            this.stream = stream;
        }

        @Override
        @SuppressWarnings("unchecked")
        public Object get() {
            return new RetakeElements((Spliterator<Object>) source.get(), stream);
        }
    }

    /** The stages in front of where the application goes on. */
    private static final class Stages implements Supplier<Object> {
        private final Stream<Object> stages;

        Stages(Stream<Object> stages) {
            this.stages = stages;
        }

        @Override
        public Object get() {
            return stages.spliterator();
        }
    }
}
