package sample;

import jakarta.ws.rs.client.Client;
import jakarta.ws.rs.client.Entity;
import jakarta.ws.rs.client.Invocation;
import jakarta.ws.rs.client.WebTarget;

class Targets {
    String get(WebTarget target) {
        return target.path("a").request().get(String.class);
    }

    int post(WebTarget target) {
        return target.request().post(Entity.text("" + System.currentTimeMillis())).getStatus();
    }

    String invoked(Invocation invocation) {
        return invocation.invoke(String.class);
    }

    WebTarget described(Client client) {
        return client.target("http://host/a");
    }

    String older(javax.ws.rs.client.WebTarget target) {
        return target.request().get(String.class);
    }
}
