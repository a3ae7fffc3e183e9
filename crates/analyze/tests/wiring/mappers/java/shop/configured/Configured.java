package shop.configured;

public interface Configured {
    int one();
}
