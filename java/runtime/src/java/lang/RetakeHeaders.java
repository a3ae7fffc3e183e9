package java.lang;

/** Builds the headers of the JDK's HTTP client again, which only their own factory can make. */
final class RetakeHeaders implements java.util.function.BiPredicate<String, String> {
    @Override
    public boolean test(String name, String value) {
        return true;
    }

    static Object build(Object map, ClassLoader loader) throws Exception {
        Class<?> type = RetakeDecoder.load("java.net.http.HttpHeaders", loader);
        return type.getMethod("of", java.util.Map.class, java.util.function.BiPredicate.class)
                .invoke(null, map, new RetakeHeaders());
    }
}
