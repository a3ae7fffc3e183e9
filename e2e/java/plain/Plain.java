package plain;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;

/** A service that needs no more than Java 11: its answers depend on time, chance, a file and what earlier requests left. */
public final class Plain extends HttpServlet {
    private static final Map<String, List<BigDecimal>> PRICES = new HashMap<>();
    private static final Random RANDOM = new Random();
    private static int visits;

    private final Path file;

    private Plain(Path file) {
        this.file = file;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String name = request.getParameter("name");
        int visit = ++visits;
        List<BigDecimal> prices = PRICES.computeIfAbsent(name, missing -> new ArrayList<>());
        prices.add(BigDecimal.valueOf(RANDOM.nextInt(10_000), 2));
        StringBuilder answer = new StringBuilder(name).append(' ').append(visit).append(' ').append(prices);
        answer.append(' ').append(Instant.now()).append(' ').append(UUID.randomUUID());
        for (String line : Files.readAllLines(file)) {
            answer.append(' ').append(line);
        }
        response.setContentType("text/plain");
        response.getWriter().println(answer);
    }

    public static void main(String[] arguments) throws Exception {
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(Files.createTempDirectory("plain").toString());
        tomcat.setPort(Integer.parseInt(arguments[0]));
        Context context = tomcat.addContext("", null);
        Tomcat.addServlet(context, "plain", new Plain(Path.of(arguments[1])));
        context.addServletMappingDecoded("/", "plain");
        tomcat.start();
        System.out.println("plain ready on http://127.0.0.1:" + tomcat.getConnector().getLocalPort());
        tomcat.getServer().await();
    }
}
