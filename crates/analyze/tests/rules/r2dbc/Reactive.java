package sample;

import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.ConnectionFactoryMetadata;
import io.r2dbc.spi.Result;
import org.reactivestreams.Publisher;
import org.springframework.r2dbc.core.DatabaseClient;
import reactor.core.publisher.Mono;

class Reactive {
    Publisher<? extends Connection> connection(ConnectionFactory factory) {
        return factory.create();
    }

    Publisher<? extends Result> query(Connection connection, int id) {
        return connection.createStatement("select * from t where id = $1").bind(0, id).execute();
    }

    Publisher<Void> commit(Connection connection) {
        return connection.commitTransaction();
    }

    Mono<Long> client(DatabaseClient client) {
        return client.sql("delete from t").fetch().rowsUpdated();
    }

    DatabaseClient.GenericExecuteSpec described(DatabaseClient client) {
        return client.sql("select 1");
    }
}

class Driver implements ConnectionFactory {
    @Override
    public Mono<Connection> create() {
        return Mono.empty();
    }

    @Override
    public ConnectionFactoryMetadata getMetadata() {
        return null;
    }
}
