package sample;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import com.google.common.cache.CacheLoader;
import com.google.common.cache.LoadingCache;
import net.sf.ehcache.Ehcache;
import net.sf.ehcache.Element;
import org.springframework.cache.CacheManager;

class Caches {
    private static final Cache<String, String> GUAVA = CacheBuilder.newBuilder().build();
    private static final Cache<String, String> NEVER_FILLED = CacheBuilder.newBuilder().build();
    private static final LoadingCache<String, String> LOADING =
            CacheBuilder.newBuilder().build(CacheLoader.from(key -> key + "!"));
    private static final com.github.benmanes.caffeine.cache.Cache<String, String> CAFFEINE =
            Caffeine.newBuilder().maximumSize(10).build();

    public static void main(String[] args) {
        put("a");
        loading("a");
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
