package shop.web;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.logging.Level;
import java.util.logging.Logger;
import shop.ShopException;
import shop.json.Json;
import shop.stats.Counters;

/** What all pages share: counting, logging, JSON, and answers for what went wrong. */
abstract class Endpoint extends HttpServlet {
    private static final Logger LOG = Logger.getLogger(Endpoint.class.getName());

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        long begin = System.currentTimeMillis();
        LOG.fine("at " + Instant.now() + " came " + request.getMethod() + " " + request.getRequestURI());
        Counters.hit();
        try {
            super.service(request, response);
        } catch (ShopException e) {
            refuse(response, e);
        }
        long millis = System.currentTimeMillis() - begin;
        LOG.info("served " + request.getRequestURI() + " with " + response.getStatus() + " after " + millis + " ms");
    }

    protected static void answer(HttpServletResponse response, int status, Map<String, Object> body)
            throws IOException {
        byte[] bytes = Json.write(body).getBytes(StandardCharsets.UTF_8);
        response.setStatus(status);
        response.setContentType("application/json;charset=UTF-8");
        response.setContentLength(bytes.length);
        response.getOutputStream().write(bytes);
    }

    private static void refuse(HttpServletResponse response, ShopException e) throws IOException {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("error", e.code());
        body.put("message", e.getMessage());
        body.put("incident", UUID.randomUUID());
        body.put("at", Instant.now());
        if (e.status() >= 500) {
            LOG.log(Level.WARNING, "incident " + body.get("incident"), e);
        }
        answer(response, e.status(), body);
    }

    /** The segments of the path below the servlet, none for the servlet itself. */
    protected static String[] path(HttpServletRequest request) {
        String info = request.getPathInfo();
        return info == null || info.equals("/") ? new String[0] : info.substring(1).split("/");
    }

    protected static int number(String what, String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw ShopException.badRequest(what + " must be a whole number");
        }
    }

    protected static String required(HttpServletRequest request, String name) {
        String value = request.getParameter(name);
        if (value == null || value.isBlank()) {
            throw ShopException.badRequest(name + " is missing");
        }
        return value;
    }

    protected static boolean isGold(HttpServletRequest request) {
        return "gold".equals(request.getHeader("X-Member"));
    }

    protected static Map<?, ?> body(HttpServletRequest request) throws IOException {
        String text = new String(request.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (Json.read(text) instanceof Map<?, ?> object) {
                return object;
            }
        } catch (IllegalArgumentException e) {
            throw ShopException.badRequest(e.getMessage());
        }
        throw ShopException.badRequest("the body must be a JSON object");
    }
}
