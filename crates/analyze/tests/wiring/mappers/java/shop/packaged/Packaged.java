package shop.packaged;

public interface Packaged {
    int one();
}
