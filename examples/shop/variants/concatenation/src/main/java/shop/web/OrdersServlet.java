package shop.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import shop.ShopException;
import shop.orders.Line;
import shop.orders.Order;
import shop.orders.OrderDesk;
import shop.orders.OrderRequest;
import shop.orders.Receipt;

/** {@code POST /orders}, {@code GET /orders/NUMBER}. */
public final class OrdersServlet extends Endpoint {
    private final OrderDesk desk;

    public OrdersServlet(OrderDesk desk) {
        this.desk = desk;
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Receipt receipt = desk.place(read(body(request), isGold(request)));
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("number", receipt.number());
        body.put("id", receipt.id());
        body.put("sequence", receipt.sequence());
        body.put("discount", receipt.discount());
        body.put("total", receipt.total());
        body.put("placedAt", receipt.placedAt());
        body.put("deliverOn", receipt.deliverOn());
        response.setHeader("Location", "/orders/" + receipt.number());
        answer(response, 201, body);
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String[] path = path(request);
        if (path.length != 1) {
            throw ShopException.badRequest("which order?");
        }
        Order order = desk.find(number("order", path[0]));
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("number", order.number());
        body.put("id", order.id());
        body.put("reference", order.reference());
        body.put("customer", order.customer());
        body.put("coupon", order.coupon());
        body.put("total", order.total());
        body.put("placedAt", order.placedAt());
        body.put("ageMillis", Duration.between(order.placedAt(), Instant.now()).toMillis());
        body.put("deliverOn", order.deliverOn());
        body.put("lines", order.lines().stream().map(OrdersServlet::entry).toList());
        answer(response, 200, body);
    }

    private static Map<String, Object> entry(Line line) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("product", line.product());
        entry.put("name", line.name());
        entry.put("quantity", line.quantity());
        entry.put("unitPrice", line.unitPrice());
        return entry;
    }

    private static OrderRequest read(Map<?, ?> body, boolean gold) {
        if (!(body.get("reference") instanceof String reference) || reference.isBlank()) {
            throw ShopException.badRequest("reference is missing");
        }
        if (!(body.get("lines") instanceof List<?> lines) || lines.isEmpty()) {
            throw ShopException.badRequest("lines are missing");
        }
        SortedMap<Integer, Integer> quantities = new TreeMap<>();
        for (Object line : lines) {
            if (!(line instanceof Map<?, ?> wanted)) {
                throw ShopException.badRequest("a line must be an object");
            }
            quantities.merge(whole(wanted, "product"), whole(wanted, "quantity"), Integer::sum);
        }
        String coupon = body.get("coupon") instanceof String given ? given : null;
        return new OrderRequest(whole(body, "customer"), reference, coupon, gold, quantities);
    }

    private static int whole(Map<?, ?> body, String name) {
        if (body.get(name) instanceof BigDecimal number && number.signum() > 0) {
            try {
                return number.intValueExact();
            } catch (ArithmeticException e) {
                // Said below: a fraction is as wrong as a word.
            }
        }
        throw ShopException.badRequest(name + " must be a positive whole number");
    }
}
