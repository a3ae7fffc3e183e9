package shop;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

@Path("stock")
class Stock {
    @GET
    @Path("{article}")
    public int left(String article) {
        return 1;
    }

    @POST
    public void add() {}

    @Path("part")
    public Part part() {
        return new Part();
    }
}

class Part {
    @GET
    public String get() {
        return "";
    }
}

@Path("/api")
interface Api {
    @GET
    @Path("/x")
    String x();
}

class ApiImpl implements Api {
    @Override
    public String x() {
        return "";
    }
}
