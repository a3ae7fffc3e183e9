package jakarta.servlet;

public interface ServletResponse {
    java.io.PrintWriter getWriter();

    void setContentLength(int length);
}
