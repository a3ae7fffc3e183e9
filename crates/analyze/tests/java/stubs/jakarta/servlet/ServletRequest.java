package jakarta.servlet;

public interface ServletRequest {
    String getParameter(String name);
}
