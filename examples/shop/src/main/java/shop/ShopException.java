package shop;

import java.sql.SQLException;

/** A request that cannot be served as asked; it carries the status and the code to answer with. */
public final class ShopException extends RuntimeException {
    private final int status;
    private final String code;

    private ShopException(int status, String code, String message, Throwable cause) {
        super(message, cause);
        this.status = status;
        this.code = code;
    }

    public static ShopException badRequest(String message) {
        return new ShopException(400, "bad-request", message, null);
    }

    public static ShopException forbidden(String message) {
        return new ShopException(403, "forbidden", message, null);
    }

    public static ShopException notFound(String message) {
        return new ShopException(404, "not-found", message, null);
    }

    public static ShopException conflict(String code, String message) {
        return new ShopException(409, code, message, null);
    }

    public static ShopException badGateway(String message, Throwable cause) {
        return new ShopException(502, "bad-gateway", message, cause);
    }

    public static ShopException unavailable(SQLException cause) {
        return new ShopException(503, "database", "the database failed: " + cause.getSQLState(), cause);
    }

    public int status() {
        return status;
    }

    public String code() {
        return code;
    }
}
