package jakarta.servlet;

public interface Servlet {
    void service(ServletRequest request, ServletResponse response);
}
