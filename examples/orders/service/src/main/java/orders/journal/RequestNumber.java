package orders.journal;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.slf4j.MDC;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/** Makes the number that a caller gave its request part of every line that is logged for it. */
@Component
class RequestNumber extends OncePerRequestFilter {
    static final String HEADER = "X-Request-Id";

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        String number = request.getHeader(HEADER);
        if (number == null) {
            chain.doFilter(request, response);
            return;
        }
        MDC.put("request", number);
        try {
            chain.doFilter(request, response);
            Journal.note("answer {}", response.getStatus());
        } finally {
            MDC.clear();
        }
    }
}
