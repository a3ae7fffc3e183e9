package java.lang;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.PriorityBlockingQueue;

/** A collection while it is built again, and what belongs to a collection besides its elements. */
final class RetakeCollections {
    /** What the elements are called where something else belongs to the collection, too. */
    static final String ELEMENTS = "elements";

    private static final String ORDER = "comparator";
    private static final String BOUND = "capacity";
    private static final String ACCESS = "accessOrder";

    private static final long TABLE = RetakeDecoder.offset(HashMap.class, "table");
    private static final long THRESHOLD = RetakeDecoder.offset(HashMap.class, "threshold");
    private static final long SET_MAP = RetakeDecoder.offset(java.util.HashSet.class, "map");
    private static final long ACCESS_ORDER = RetakeDecoder.offset(LinkedHashMap.class, "accessOrder");
    private static final long QUEUE = RetakeDecoder.offset(LinkedBlockingQueue.class, "capacity");
    private static final long DEQUE = RetakeDecoder.offset(LinkedBlockingDeque.class, "capacity");
    private static final long ITEMS = RetakeDecoder.offset(ArrayBlockingQueue.class, "items");

    // ---- what belongs to a collection

    /** The name of what belongs to a collection; null if it is like any other of its class. */
    static String label(Object value) {
        if (order(value) != null) {
            return ORDER;
        }
        if (value instanceof LinkedBlockingQueue || value instanceof LinkedBlockingDeque) {
            return (Integer) setting(value) == Integer.MAX_VALUE ? null : BOUND;
        }
        if (value instanceof ArrayBlockingQueue) {
            return BOUND;
        }
        if (value.getClass() == LinkedHashMap.class) {
            return RetakeShape.UNSAFE.getBoolean(value, ACCESS_ORDER) ? ACCESS : null;
        }
        return null;
    }

    static Object setting(Object value) {
        if (value instanceof LinkedBlockingQueue) {
            return RetakeShape.UNSAFE.getInt(value, QUEUE);
        }
        if (value instanceof LinkedBlockingDeque) {
            return RetakeShape.UNSAFE.getInt(value, DEQUE);
        }
        if (value instanceof ArrayBlockingQueue) {
            return ((Object[]) RetakeShape.UNSAFE.getReference(value, ITEMS)).length;
        }
        return value instanceof LinkedHashMap ? Boolean.TRUE : order(value);
    }

    private static Comparator<?> order(Object value) {
        if (value instanceof java.util.SortedMap) {
            return ((java.util.SortedMap<?, ?>) value).comparator();
        }
        if (value instanceof java.util.SortedSet) {
            return ((java.util.SortedSet<?>) value).comparator();
        }
        if (value instanceof java.util.PriorityQueue) {
            return ((java.util.PriorityQueue<?>) value).comparator();
        }
        return value instanceof PriorityBlockingQueue ? ((PriorityBlockingQueue<?>) value).comparator() : null;
    }

    // ---- a collection that is built again

    private final Class<?> type;
    private final Map<Object, Object> map;
    private final Collection<Object> items;
    private final Object seen;
    private final ArrayList<Object> keys = new ArrayList<>();
    private final ArrayList<Object> values = new ArrayList<>();

    RetakeCollections(Class<?> type, String label, Object setting) {
        this.type = type;
        boolean pairs = Map.class.isAssignableFrom(type);
        map = pairs ? emptyMap(type, label, setting) : null;
        items = pairs ? null : emptyCollection(type, label, setting);
        seen = seen(pairs ? map : items);
    }

    /** What references inside the collection mean; null if there is nothing before it is whole. */
    Object seen() {
        return seen;
    }

    void add(Object key, Object value) {
        keys.add(key);
        if (map == null) {
            items.add(key);
        } else {
            map.put(key, value);
            values.add(value);
        }
    }

    /** What the application gets to see. */
    Object finish() throws Exception {
        if (map != null && map.getClass() == HashMap.class) {
            reorder((HashMap<Object, Object>) map);
        } else if (map != null && map.getClass() == java.util.Hashtable.class) {
            // The last one in comes first.
            map.clear();
            for (int i = keys.size() - 1; i >= 0; i--) {
                map.put(keys.get(i), values.get(i));
            }
        } else if (items != null && items.getClass() == java.util.HashSet.class) {
            @SuppressWarnings("unchecked")
            HashMap<Object, Object> inside = (HashMap<Object, Object>) RetakeShape.UNSAFE.getReference(items, SET_MAP);
            reorder(inside);
        }
        return seen != null ? seen : whole();
    }

    /** Builds what can only be built of all its elements. */
    private Object whole() throws Exception {
        switch (type.getName()) {
            case "java.util.Arrays$ArrayList":
                return java.util.Arrays.asList(keys.toArray());
            case "java.util.Collections$EmptyList":
                return Collections.emptyList();
            case "java.util.Collections$EmptySet":
                return Collections.emptySet();
            case "java.util.Collections$EmptyMap":
                return Collections.emptyMap();
            // The outline of one that had something in it has nothing.
            case "java.util.Collections$SingletonList":
                return keys.isEmpty() ? Collections.emptyList() : Collections.singletonList(keys.get(0));
            case "java.util.Collections$SingletonSet":
                return keys.isEmpty() ? Collections.emptySet() : Collections.singleton(keys.get(0));
            case "java.util.Collections$SingletonMap":
                return keys.isEmpty() ? Collections.emptyMap() : Collections.singletonMap(keys.get(0), values.get(0));
            default:
                Class<?> copied = RetakeKinds.copied(type);
                return map == null
                        ? copied.getMethod("copyOf", Collection.class).invoke(null, items)
                        : copied.getMethod("copyOf", Map.class).invoke(null, map);
        }
    }

    /**
     * A hash map walks in an order that depends on its capacity, which may have been larger than what it holds needs:
     * widens it until it walks as it did.
     */
    private void reorder(HashMap<Object, Object> built) {
        int capacity = 16;
        while (!sameOrder(built) && capacity < 1 << 16) {
            capacity *= 2;
            Object[] held = new Object[keys.size()];
            for (int i = 0; i < held.length; i++) {
                held[i] = built.get(keys.get(i));
            }
            built.clear();
            RetakeShape.UNSAFE.putReference(built, TABLE, null);
            RetakeShape.UNSAFE.putInt(built, THRESHOLD, capacity);
            for (int i = 0; i < held.length; i++) {
                built.put(keys.get(i), held[i]);
            }
        }
    }

    private boolean sameOrder(HashMap<Object, Object> built) {
        int i = 0;
        java.util.Iterator<Object> walk = built.keySet().iterator();
        while (walk.hasNext()) {
            if (i >= keys.size() || walk.next() != keys.get(i++)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isSorted(Class<?> type) {
        return java.util.SortedMap.class.isAssignableFrom(type) || java.util.SortedSet.class.isAssignableFrom(type);
    }

    @SuppressWarnings("unchecked")
    private static Map<Object, Object> emptyMap(Class<?> type, String label, Object setting) {
        if (ACCESS.equals(label)) {
            return new LinkedHashMap<>(16, 0.75f, true);
        }
        Comparator<Object> order = ORDER.equals(label) ? (Comparator<Object>) setting : null;
        if (type == java.util.concurrent.ConcurrentSkipListMap.class) {
            return new java.util.concurrent.ConcurrentSkipListMap<>(order);
        }
        if (isSorted(type)) {
            return new TreeMap<>(order);
        }
        try {
            return (Map<Object, Object>) type.getConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            // Not public or not to be built empty: one of the unmodifiable maps.
            return new LinkedHashMap<>();
        }
    }

    @SuppressWarnings("unchecked")
    private static Collection<Object> emptyCollection(Class<?> type, String label, Object setting) {
        if (BOUND.equals(label)) {
            int bound = (Integer) setting;
            if (type == ArrayBlockingQueue.class) {
                return new ArrayBlockingQueue<>(bound);
            }
            return type == LinkedBlockingQueue.class ? new LinkedBlockingQueue<>(bound) : new LinkedBlockingDeque<>(bound);
        }
        Comparator<Object> order = ORDER.equals(label) ? (Comparator<Object>) setting : null;
        if (type == java.util.PriorityQueue.class) {
            return new java.util.PriorityQueue<>(order);
        }
        if (type == PriorityBlockingQueue.class) {
            return new PriorityBlockingQueue<>(11, order);
        }
        if (type == java.util.concurrent.ConcurrentSkipListSet.class) {
            return new java.util.concurrent.ConcurrentSkipListSet<>(order);
        }
        if (isSorted(type)) {
            return new TreeSet<>(order);
        }
        try {
            return (Collection<Object>) type.getConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            return Set.class.isAssignableFrom(type) ? new LinkedHashSet<>() : new ArrayList<>();
        }
    }

    /** The collection itself, a view of it where the original was one, or null where it takes all elements to build it. */
    private Object seen(Object built) {
        String name = type.getName();
        if (type.isInstance(built)) {
            return built;
        }
        if (name.startsWith("java.util.Collections$Synchronized")) {
            return synchronizedView(built);
        }
        if (name.contains("java.util.ImmutableCollections") || name.startsWith("java.util.Collections$Unmodifiable")) {
            return fixedView(built);
        }
        if (RetakeKinds.copied(type) != null || name.startsWith("java.util.Collections$Empty")
                || name.startsWith("java.util.Collections$Singleton") || name.equals("java.util.Arrays$ArrayList")) {
            return null;
        }
        return built;
    }

    private static Object fixedView(Object built) {
        if (built instanceof java.util.NavigableMap) {
            return Collections.unmodifiableNavigableMap((java.util.NavigableMap<?, ?>) built);
        }
        if (built instanceof Map) {
            return Collections.unmodifiableMap((Map<?, ?>) built);
        }
        if (built instanceof java.util.NavigableSet) {
            return Collections.unmodifiableNavigableSet((java.util.NavigableSet<?>) built);
        }
        if (built instanceof Set) {
            return Collections.unmodifiableSet((Set<?>) built);
        }
        return Collections.unmodifiableList((List<?>) built);
    }

    private static Object synchronizedView(Object built) {
        if (built instanceof java.util.NavigableMap) {
            return Collections.synchronizedNavigableMap((java.util.NavigableMap<?, ?>) built);
        }
        if (built instanceof Map) {
            return Collections.synchronizedMap((Map<?, ?>) built);
        }
        if (built instanceof java.util.NavigableSet) {
            return Collections.synchronizedNavigableSet((java.util.NavigableSet<?>) built);
        }
        if (built instanceof Set) {
            return Collections.synchronizedSet((Set<?>) built);
        }
        return Collections.synchronizedList((List<?>) built);
    }
}
