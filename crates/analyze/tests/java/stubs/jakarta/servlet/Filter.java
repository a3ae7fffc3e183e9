package jakarta.servlet;

public interface Filter {
    void doFilter(ServletRequest request, ServletResponse response);
}
