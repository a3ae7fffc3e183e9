package shop.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import shop.ShopException;
import shop.orders.Quote;
import shop.orders.QuoteDesk;

/** {@code GET /quote?product=ID&quantity=N&currency=C}. */
public final class QuoteServlet extends Endpoint {
    private final QuoteDesk desk;

    public QuoteServlet(QuoteDesk desk) {
        this.desk = desk;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        int product = number("product", required(request, "product"));
        int quantity = number("quantity", required(request, "quantity"));
        if (quantity < 1) {
            throw ShopException.badRequest("quantity must be positive");
        }
        Quote quote = desk.quote(product, quantity, required(request, "currency"), isGold(request));
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("product", quote.product());
        body.put("quantity", quote.quantity());
        body.put("currency", quote.currency());
        body.put("rate", quote.rate());
        body.put("discount", quote.discount());
        body.put("total", quote.total());
        body.put("available", quote.available());
        body.put("deliverOn", quote.deliverOn());
        body.put("expiresAt", quote.expiresAt());
        body.put("expiresInMillis", quote.expiresInMillis());
        answer(response, 200, body);
    }
}
