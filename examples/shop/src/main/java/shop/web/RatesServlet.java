package shop.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import shop.ShopException;
import shop.rates.Rate;
import shop.rates.RateClient;

/** {@code GET /rates/C}. */
public final class RatesServlet extends Endpoint {
    private final RateClient rates;

    public RatesServlet(RateClient rates) {
        this.rates = rates;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String[] path = path(request);
        if (path.length != 1) {
            throw ShopException.badRequest("which currency?");
        }
        Rate rate = rates.recent(path[0]);
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("currency", rate.currency());
        body.put("rate", rate.value());
        body.put("ageMillis", System.currentTimeMillis() - rate.learntAt());
        answer(response, 200, body);
    }
}
