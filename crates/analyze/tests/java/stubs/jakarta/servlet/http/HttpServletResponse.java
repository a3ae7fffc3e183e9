package jakarta.servlet.http;

public interface HttpServletResponse extends jakarta.servlet.ServletResponse {
    void setHeader(String name, String value);
}
