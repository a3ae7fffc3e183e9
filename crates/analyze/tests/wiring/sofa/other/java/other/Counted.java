package other;

public interface Counted<T> {
    long count(T of);

    default boolean any(T of) {
        return count(of) > 0;
    }
}
