package shop.stock;

/** What does not change about a product. The German name and the weight may be unknown. */
public record Product(int id, String category, String name, String nameDe, Integer weightGrams) {
    public String name(boolean german) {
        return german ? nameDe : name;
    }

    public boolean isHeavy() {
        return weightGrams != null && weightGrams > 1000;
    }
}
