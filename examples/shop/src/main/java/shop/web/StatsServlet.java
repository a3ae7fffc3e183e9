package shop.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import shop.stats.Counters;
import shop.stock.Catalog;

/** {@code GET /stats}: what the shop knows about itself. */
public final class StatsServlet extends Endpoint {
    private final Catalog catalog;

    public StatsServlet(Catalog catalog) {
        this.catalog = catalog;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("hits", Counters.hits());
        body.put("orders", Counters.orders());
        body.put("sinceLastOrderMillis", Counters.sinceLastOrder());
        body.put("uptimeMillis", Counters.uptimeMillis());
        body.put("cachedProducts", catalog.cached());
        answer(response, 200, body);
    }
}
