package java.lang;

/** What is known of classes by their names: all that the runtime treats in a way of its own is in these tables. */
final class RetakeKinds {
    /** Fields that only cache what other fields say, or that name where an exception was born: equal objects differ in them. */
    private static final String SKIPPED =
            " java.util.Date.cdate java.lang.Throwable.stackTrace java.lang.Throwable.backtrace"
                    + " java.lang.Throwable.depth java.lang.Throwable.suppressedExceptions"
                    + " sun.reflect.annotation.AnnotationInvocationHandler.memberValueMethods"
                    // Where the elements are in memory, which is for each process to know.
                    + " java.nio.Buffer.address ";

    /** What Hibernate puts into entities begins with this. */
    private static final String ENHANCED = "$$_hibernate_";

    /** The part of what Hibernate puts into an entity that knows which attributes are loaded. */
    static final String INTERCEPTOR = "$$_hibernate_attributeInterceptor";

    /** Collections of Hibernate keep their session here; whether they are loaded is all that counts of it. */
    private static final String PERSISTENT =
            " org.hibernate.collection.spi.AbstractPersistentCollection"
                    + " org.hibernate.collection.internal.AbstractPersistentCollection ";

    /** Types whose objects stand for an entity that may not be loaded. */
    private static final String[] LAZY = {"org.hibernate.proxy.HibernateProxy"};

    /** Classes that one string describes; {@link RetakeScalars} builds them again. */
    private static final String SCALARS =
            " java.math.BigDecimal java.math.BigInteger java.util.UUID java.net.URI java.net.URL java.io.File"
                    + " java.time.Instant java.time.LocalDate java.time.LocalTime java.time.LocalDateTime"
                    + " java.time.OffsetDateTime java.time.OffsetTime java.time.ZonedDateTime java.time.Duration"
                    + " java.time.Period java.time.Year java.time.YearMonth java.time.MonthDay java.time.ZoneOffset"
                    + " java.time.ZoneRegion java.util.Locale java.util.Currency java.util.regex.Pattern"
                    + " java.lang.StringBuilder java.lang.StringBuffer ";

    /** Of all that is written in one piece, what may change afterwards. A name that ends with a dot means all that begins with it. */
    private static final String[] CHANGING = {
        "java.lang.StringBuilder", "java.lang.StringBuffer", "java.util.GregorianCalendar", "java.util.SimpleTimeZone",
        "sun.util.calendar.ZoneInfo", "java.text.",
    };

    /** Types of which every subtype is such a scalar, too. */
    private static final String[] SCALAR_TYPES = {"java.nio.file.Path", "java.nio.charset.Charset"};

    /**
     * Collections that are copied by their elements. They hold what they hold themselves: to walk through one runs no code
     * of the application. All others are copied by their fields.
     */
    private static final String COLLECTIONS =
            " java.util.ArrayList java.util.ArrayList$SubList java.util.LinkedList java.util.ArrayDeque java.util.HashMap"
                    + " java.util.LinkedHashMap java.util.TreeMap java.util.HashSet java.util.LinkedHashSet"
                    + " java.util.TreeSet java.util.PriorityQueue java.util.Properties java.util.Hashtable"
                    + " java.util.IdentityHashMap java.util.WeakHashMap java.util.Arrays$ArrayList"
                    + " java.util.concurrent.ConcurrentHashMap java.util.concurrent.CopyOnWriteArrayList"
                    + " java.util.concurrent.CopyOnWriteArraySet java.util.concurrent.ConcurrentSkipListMap"
                    + " java.util.concurrent.ConcurrentSkipListSet java.util.concurrent.ConcurrentLinkedQueue"
                    + " java.util.concurrent.ConcurrentLinkedDeque java.util.concurrent.LinkedBlockingQueue"
                    + " java.util.concurrent.LinkedBlockingDeque java.util.concurrent.ArrayBlockingQueue"
                    + " java.util.concurrent.PriorityBlockingQueue java.util.Collections$EmptyList"
                    + " java.util.Collections$EmptySet java.util.Collections$EmptyMap"
                    + " java.util.Collections$SingletonList java.util.Collections$SingletonSet"
                    + " java.util.Collections$SingletonMap ";

    /**
     * Immutable collections of Guava. They find their elements by hashes that may differ from process to process, so their
     * own method copies the elements. The sorted ones do not and are copied by their fields. The narrower type first.
     */
    private static final String[] COPIED = {
        "com.google.common.collect.ImmutableSortedMap", "com.google.common.collect.ImmutableSortedSet",
        "com.google.common.collect.ImmutableBiMap", "com.google.common.collect.ImmutableMap",
        "com.google.common.collect.ImmutableSet", "com.google.common.collect.ImmutableList",
    };

    /** The messages of Protocol Buffers: their own bytes say it all. */
    static final String MESSAGE = "com.google.protobuf.MessageLite";

    /** What Spring's clients write as a request's body, once it is sent. */
    static final String REQUEST_BODY = "org.springframework.http.StreamingHttpOutputMessage$Body";

    /** A message that finds its fields by a descriptor which the process makes at run time. */
    private static final String DYNAMIC_MESSAGE = "com.google.protobuf.DynamicMessage";

    /**
     * Values that are tied to tables of their library: serialisation knows what of them to write and how to find the tables
     * again. Exact names; a name that ends with a dot means all that begins with it.
     */
    private static final String[] SERIALIZED = {
        "java.time.", "java.text.", "java.util.GregorianCalendar", "java.util.SimpleTimeZone",
        "sun.util.calendar.ZoneInfo", "org.joda.time.",
    };

    /** Types whose objects give something as time goes by: what passes through them is followed. The narrower type first. */
    private static final Object[][] STREAMS = {
        {"java.io.InputStream", RetakeStream.INPUT},
        {"java.io.OutputStream", RetakeStream.OUTPUT},
        {"java.util.concurrent.CompletableFuture", RetakeStream.FUTURE},
        {"java.util.concurrent.CompletionStage", 0},
        {"java.util.concurrent.Future", RetakeStream.FUTURE},
        {"java.util.Iterator", RetakeStream.ITERATOR},
        {"java.nio.file.DirectoryStream", RetakeStream.ITERABLE},
        {"java.util.stream.Stream", RetakeStream.ELEMENTS},
        {"reactor.core.publisher.Mono", RetakeStream.PUBLISHER},
        {"reactor.core.publisher.Flux", RetakeStream.PUBLISHER},
        {RetakePublishers.PUBLISHER, RetakeStream.PUBLISHER},
    };

    /** Readers and writers around a stream; {@link RetakeWrapped} takes them apart. */
    private static final String WRAPPED =
            " java.io.BufferedReader java.io.InputStreamReader java.io.BufferedWriter java.io.OutputStreamWriter"
                    + " java.io.PrintWriter ";

    /** Types of which nothing can be copied, with the reason. Subtypes are meant too. */
    private static final String[][] OPAQUES = {
        {"java.lang.Thread", "a thread"},
        {"java.lang.ClassLoader", "a class loader"},
        {"java.lang.ThreadLocal", "a thread-local variable"},
        {"java.lang.ref.Reference", "a reference that the garbage collector clears"},
        {"java.lang.reflect.AccessibleObject", "a member of a class"},
        {"java.lang.invoke.MethodHandle", "a method handle"},
        {"java.util.concurrent.locks.Lock", "a lock"},
        {"java.util.concurrent.locks.AbstractQueuedSynchronizer", "a lock"},
        {"java.util.concurrent.Executor", "an executor"},
        {"java.util.concurrent.Future", "a future"},
        {"java.util.concurrent.CompletionStage", "a future"},
        {"java.util.Iterator", "an iterator, which can be used only once"},
        {"java.util.Enumeration", "an enumeration, which can be used only once"},
        {"java.util.stream.BaseStream", "a stream, which can be used only once"},
        {"java.io.InputStream", "a stream, which can be used only once"},
        {"java.io.OutputStream", "a stream"},
        {"java.io.Reader", "a reader, which can be used only once"},
        {"java.io.Writer", "a writer"},
        {"java.nio.channels.Channel", "a channel"},
        {"java.nio.file.DirectoryStream", "a directory, which can be read only once"},
        {"java.nio.MappedByteBuffer", "a buffer outside of the heap"},
        {RetakePublishers.PUBLISHER, "a publisher, which tells only who subscribes"},
        {"java.util.concurrent.Flow$Publisher", "a publisher, which tells only who subscribes"},
        {"io.netty.buffer.ByteBuf", "a buffer outside of the heap"},
        {"org.springframework.core.io.buffer.DataBuffer", "a buffer outside of the heap"},
        {"java.util.logging.Logger", "a logger"},
        {DYNAMIC_MESSAGE, "a message whose type is made at run time"},
    };

    private static final String RESPONSE = "org.springframework.http.client.ClientHttpResponse";

    /**
     * Types seen through accessors: which, what they are written as, and the accessors. Of the responses of Spring's clients
     * those whose body may be asked for twice; the others are handles like any.
     */
    static final String[][] DESCRIPTIONS = {
        {"java.net.http.HttpRequest", "java.net.http.HttpRequest", "method", "uri", "headers", "bodyPublisher"},
        {"java.net.http.HttpHeaders", "java.net.http.HttpHeaders", "map"},
        {"org.springframework.http.client.AbstractClientHttpRequest", "org.springframework.http.HttpRequest",
                "getMethod", "getURI"},
        {"org.springframework.http.client.HttpComponentsClientHttpResponse", RESPONSE,
                "getStatusCode", "getStatusText", "getHeaders", "getBody"},
        {"org.springframework.http.client.JdkClientHttpResponse", RESPONSE,
                "getStatusCode", "getStatusText", "getHeaders", "getBody"},
        {"org.springframework.http.client.SimpleClientHttpResponse", RESPONSE,
                "getStatusCode", "getStatusText", "getHeaders", "getBody"},
    };

    /** Whether an interface is built again from what its accessors said. */
    static boolean isAnswered(String name) {
        return name.equals(RESPONSE);
    }

    /** The methods of a result set that go to another row, and those of a statement that go to another result. */
    private static final String MOVES =
            " next() previous() first() last() beforeFirst() afterLast() absolute(I) relative(I) getMoreResults() getMoreResults(I) ";

    static boolean moves(String signature) {
        return MOVES.contains(" ".concat(signature.substring(0, signature.indexOf(')') + 1)).concat(" "));
    }

    /** Whether a method of a result set only reads. The statement that it came from is asked as the handle that it is. */
    static boolean reads(String signature) {
        return signature.startsWith("get") && !signature.startsWith("getStatement(") || signature.startsWith("is")
                || signature.startsWith("wasNull(") || signature.startsWith("findColumn(") || signature.equals("close()V")
                || moves(signature);
    }

    private static final String OF_ALL_ROWS =
            " getMetaData findColumn getType getConcurrency getHoldability getFetchSize getFetchDirection getCursorName ";

    /** Whether what a method of a result set says is the same on all rows. */
    static boolean isOfAllRows(String signature) {
        return OF_ALL_ROWS.contains(" ".concat(signature.substring(0, signature.indexOf('('))).concat(" "));
    }

    private RetakeKinds() {}

    private static boolean has(String names, String name) {
        return names.contains(new StringBuilder(" ").append(name).append(' ').toString());
    }

    static boolean isScalar(Class<?> type) {
        return has(SCALARS, type.getName()) || supertype(type, SCALAR_TYPES) != null;
    }

    static boolean isSerialized(Class<?> type) {
        if (!java.io.Serializable.class.isAssignableFrom(type)) {
            return false;
        }
        return isNamed(SERIALIZED, type.getName());
    }

    static boolean changes(String type) {
        return isNamed(CHANGING, type);
    }

    private static boolean isNamed(String[] names, String name) {
        for (String known : names) {
            if (known.endsWith(".") ? name.startsWith(known) : name.equals(known)) {
                return true;
            }
        }
        return false;
    }

    static boolean isLazy(Class<?> type) {
        return supertype(type, LAZY) != null;
    }

    /** The type of what passes through objects, and the kind that it is; null if nothing does. */
    static Object[] stream(Class<?> type) {
        for (Object[] stream : STREAMS) {
            if (RetakeShape.supertype(type, (String) stream[0]) != null) {
                if ((Integer) stream[1] == RetakeStream.FUTURE) {
                    return new Object[] {future(type, (String) stream[0]), stream[1]};
                }
                return (Integer) stream[1] == 0 ? null : stream;
            }
        }
        return null;
    }

    /** The interface of a library that a future has and applications know it by; else the JDK's type. */
    private static String future(Class<?> type, String otherwise) {
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            for (Class<?> face : c.getInterfaces()) {
                if (java.util.concurrent.Future.class.isAssignableFrom(face) && !face.getName().startsWith("java.")
                        && java.lang.reflect.Modifier.isPublic(face.getModifiers())) {
                    return face.getName();
                }
            }
        }
        return otherwise;
    }

    /** Whether a reader or a writer is only a way to a stream. */
    static boolean isWrapped(Class<?> type) {
        return has(WRAPPED, type.getName());
    }

    /** Why nothing of an object can be copied; null if something can. */
    static String opaque(Class<?> type) {
        for (String[] opaque : OPAQUES) {
            if (RetakeShape.supertype(type, opaque[0]) != null) {
                return opaque[1];
            }
        }
        // Of the buffers only those on the heap that hold bytes or characters themselves.
        if (java.nio.Buffer.class.isAssignableFrom(type) && !isHeapBuffer(type)) {
            return "a buffer outside of the heap, or a view of one";
        }
        return null;
    }

    static boolean isHeapBuffer(Class<?> type) {
        return has(" java.nio.HeapByteBuffer java.nio.HeapByteBufferR java.nio.HeapCharBuffer java.nio.HeapCharBufferR ",
                type.getName());
    }

    /** Whether a collection is copied by its elements. */
    static boolean isCollection(Class<?> type) {
        return has(COLLECTIONS, type.getName()) || type.getName().startsWith("java.util.ImmutableCollections$")
                || copied(type) != null;
    }

    /** Whether a collection only shows another one. */
    static boolean isView(Class<?> type) {
        String name = type.getName();
        return name.startsWith("java.util.Collections$Unmodifiable")
                || name.startsWith("java.util.Collections$Synchronized")
                || name.startsWith("java.util.Collections$Checked")
                || has(" java.util.AbstractList$SubList java.util.AbstractList$RandomAccessSubList ", name);
    }

    /** The type whose method {@code copyOf} builds a collection again; null for all but the immutable ones of Guava. */
    static Class<?> copied(Class<?> type) {
        Class<?> found = supertype(type, COPIED);
        return found == null || found.getName().contains("Sorted") ? null : found;
    }

    /** Whether a field says nothing about its object. */
    static boolean isSkipped(Class<?> type, String field) {
        if (field.startsWith(ENHANCED)) {
            return true;
        }
        if (has(PERSISTENT, type.getName())) {
            return !field.equals("initialized");
        }
        return has(SKIPPED, new StringBuilder(type.getName()).append('.').append(field).toString());
    }

    /** Whether objects of the type say in a field whether they are loaded. */
    static boolean isPersistent(Class<?> type) {
        return has(PERSISTENT, type.getName());
    }

    private static Class<?> supertype(Class<?> type, String[] names) {
        for (String name : names) {
            Class<?> found = RetakeShape.supertype(type, name);
            if (found != null) {
                return found;
            }
        }
        return null;
    }
}
