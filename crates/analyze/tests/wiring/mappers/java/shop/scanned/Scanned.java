package shop.scanned;

public interface Scanned {
    int one();
}
