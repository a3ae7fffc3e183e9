package shop.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import shop.Settings;
import shop.ShopException;
import shop.orders.Discounts;
import shop.orders.Money;
import shop.stats.Counters;
import shop.stock.Catalog;
import shop.stock.Offer;
import shop.stock.Product;

/** {@code GET /products?category=C}, {@code GET /products/ID}, {@code PUT /products/ID/price}. */
public final class ProductsServlet extends Endpoint {
    private final Catalog catalog;

    public ProductsServlet(Catalog catalog) {
        this.catalog = catalog;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String[] path = path(request);
        if (path.length == 0) {
            answer(response, 200, list(required(request, "category"), isGerman(request)));
        } else {
            answer(response, 200, detail(number("product", path[0]), request));
        }
    }

    @Override
    protected void doPut(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String[] path = path(request);
        if (path.length != 2 || !path[1].equals("price")) {
            throw ShopException.notFound("only a price can be changed");
        }
        if (!Settings.adminKey().equals(request.getHeader("X-Admin-Key"))) {
            throw ShopException.forbidden("the admin key is missing or wrong");
        }
        int id = number("product", path[0]);
        if (!(body(request).get("price") instanceof BigDecimal price) || price.signum() <= 0) {
            throw ShopException.badRequest("price must be a positive number");
        }
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("id", id);
        body.put("before", catalog.changePrice(id, Money.round(price)));
        body.put("price", catalog.price(id));
        body.put("changedAt", System.currentTimeMillis());
        answer(response, 200, body);
    }

    private Map<String, Object> list(String category, boolean german) {
        List<Offer> offers = catalog.inCategory(category);
        List<Object> products = new ArrayList<>();
        for (Offer offer : offers) {
            Map<String, Object> product = new LinkedHashMap<>();
            product.put("id", offer.product().id());
            product.put("name", offer.product().name(german));
            product.put("price", offer.price());
            product.put("weightGrams", offer.product().weightGrams());
            products.add(product);
        }
        // The same all day for everyone, another one tomorrow.
        Random ofTheDay = new Random(LocalDate.now().toEpochDay());
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("category", offers.get(0).product().category());
        body.put("asOf", System.currentTimeMillis());
        body.put("hit", Counters.hits());
        body.put("ofTheDay", offers.get(ofTheDay.nextInt(offers.size())).product().id());
        body.put("products", products);
        return body;
    }

    private Map<String, Object> detail(int id, HttpServletRequest request) {
        Product product = catalog.product(id);
        BigDecimal price = catalog.price(id);
        int discount = Discounts.percent(isGold(request));
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("id", product.id());
        body.put("name", product.name(isGerman(request)));
        body.put("category", product.category());
        body.put("weightGrams", product.weightGrams());
        body.put("price", price);
        body.put("discount", discount);
        body.put("yours", Money.less(price, discount));
        body.put("asOf", System.currentTimeMillis());
        return body;
    }

    private static boolean isGerman(HttpServletRequest request) {
        String language = request.getHeader("Accept-Language");
        return language != null && language.startsWith("de");
    }
}
