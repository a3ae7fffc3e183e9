package jakarta.servlet.http;

import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;

public abstract class HttpServlet implements jakarta.servlet.Servlet {
    public void service(ServletRequest request, ServletResponse response) {}

    protected void doGet(HttpServletRequest request, HttpServletResponse response) {}
}
