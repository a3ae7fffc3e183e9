package shop.marked;

public interface Unmarked {
    int one();
}
