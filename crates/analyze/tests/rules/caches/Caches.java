package sample;

import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.google.common.base.Suppliers;
import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import com.google.common.cache.CacheLoader;
import com.google.common.cache.LoadingCache;
import net.sf.ehcache.Ehcache;
import net.sf.ehcache.Element;
import org.springframework.cache.CacheManager;
import org.springframework.util.function.SingletonSupplier;

class Caches {
    private static final Cache<String, String> GUAVA = CacheBuilder.newBuilder().build();
    private static final Cache<String, String> NEVER_FILLED = CacheBuilder.newBuilder().build();
    private static final LoadingCache<String, String> LOADING =
            CacheBuilder.newBuilder().build(CacheLoader.from(key -> key + "!"));
    private static final com.github.benmanes.caffeine.cache.Cache<String, String> CAFFEINE =
            Caffeine.newBuilder().maximumSize(10).build();

    private static final Supplier<String> ONCE = Suppliers.memoize(Caches::work);
    private static final com.google.common.base.Supplier<String> MINUTE =
            Suppliers.memoizeWithExpiration(Caches::work, 1, TimeUnit.MINUTES);
    private static final Supplier<String> SPRING = SingletonSupplier.of(Caches::work);
    private static final SingletonSupplier<String> MADE = new SingletonSupplier<>(Caches::work, Caches::work);
    private static final Supplier<String> EVERY_TIME = Caches::work;

    static String work() {
        return "worked";
    }

    static String once() {
        return ONCE.get();
    }

    static String minute() {
        return MINUTE.get();
    }

    static String springOnce() {
        return SPRING.get();
    }

    static String made() {
        return MADE.get();
    }

    static String everyTime() {
        return EVERY_TIME.get();
    }

    public static void main(String[] args) {
        put("a");
        loading("a");
        made();
    }

    static void put(String key) {
        GUAVA.put(key, key);
        CAFFEINE.put(key, key);
    }

    static String guava(String key) {
        return GUAVA.getIfPresent(key);
    }

    static String neverFilled(String key) {
        return NEVER_FILLED.getIfPresent(key);
    }

    static String loading(String key) {
        return LOADING.getUnchecked(key);
    }

    static String caffeine(String key) {
        return CAFFEINE.get(key, missing -> "none");
    }

    static String view(String key) {
        return CAFFEINE.asMap().get(key);
    }

    static Object spring(CacheManager manager, String key) {
        return manager.getCache("names").get(key).get();
    }

    static void springPut(CacheManager manager, String key) {
        manager.getCache("names").put(key, key);
    }

    static String standard(javax.cache.Cache<String, String> cache, String key) {
        return cache.get(key);
    }

    static String ehcache3(org.ehcache.Cache<String, String> cache, String key) {
        return cache.containsKey(key) ? cache.get(key) : "";
    }

    static Object ehcache2(Ehcache cache, String key) {
        Element element = cache.get(key);
        return element == null ? null : element.getObjectValue();
    }

    static void ehcache2Put(net.sf.ehcache.Cache cache, String key) {
        cache.put(new Element(key, key));
    }
}
