package shop.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import shop.ShopException;
import shop.customers.Customer;
import shop.customers.Customers;
import shop.customers.Welcome;

/** {@code POST /customers} with a form, {@code GET /customers/ID}. */
public final class CustomersServlet extends Endpoint {
    private final Customers customers;

    public CustomersServlet(Customers customers) {
        this.customers = customers;
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Welcome welcome = customers.register(required(request, "name"), required(request, "email"));
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("id", welcome.id());
        body.put("token", welcome.token());
        body.put("voucher", welcome.voucher());
        response.setHeader("Location", "/customers/" + welcome.id());
        answer(response, 200, body);
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String[] path = path(request);
        if (path.length != 1) {
            throw ShopException.badRequest("which customer?");
        }
        Customer customer = customers.find(number("customer", path[0]));
        Instant joined = customer.joinedAt().toInstant();
        Instant now = Instant.now();
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("id", customer.id());
        body.put("name", customer.name());
        body.put("email", customer.email());
        body.put("points", customer.points());
        body.put("orders", customer.orders());
        body.put("daysWithUs", ChronoUnit.DAYS.between(joined, now));
        body.put("asOf", now);
        answer(response, 200, body);
    }
}
