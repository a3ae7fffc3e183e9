package shop.bound;

public interface Bound {
    int one();
}
