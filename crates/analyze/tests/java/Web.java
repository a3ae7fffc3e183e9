package web;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import jakarta.servlet.Filter;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

@WebServlet(urlPatterns = {"/time", "/time/*"})
class TimeServlet extends HttpServlet {
    private static final Logger LOG = LoggerFactory.getLogger(TimeServlet.class);
    private static int served;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) {
        long begin = System.nanoTime();
        response.setHeader("X-Served", String.valueOf(++served));
        response.getWriter().println("it is " + System.currentTimeMillis());
        LOG.info("took {}", System.nanoTime() - begin);
        if (LOG.isDebugEnabled()) {
            LOG.debug("served {} at {}", served, System.currentTimeMillis());
        }
    }
}

class Stamp implements Filter {
    @Override
    public void doFilter(ServletRequest request, ServletResponse response) {
        ((HttpServletResponse) response).setHeader("X-At", Long.toString(System.currentTimeMillis()));
    }
}

class Server {
    public static void main(String[] args) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(0), 0);
        server.createContext("/a", exchange -> {
            byte[] body = ("at " + System.currentTimeMillis()).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        });
        server.createContext("/b", Server::other);
        server.start();
    }

    private static void other(HttpExchange exchange) throws IOException {
        exchange.getResponseHeaders().set("X-At", "" + System.currentTimeMillis());
        exchange.sendResponseHeaders(204, -1);
    }
}
