package notes;

import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactory;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.web.reactive.context.ReactiveWebServerApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.data.annotation.Id;
import org.springframework.data.relational.core.mapping.Table;
import org.springframework.data.repository.reactive.ReactiveCrudRepository;
import org.springframework.r2dbc.connection.init.ConnectionFactoryInitializer;
import org.springframework.r2dbc.connection.init.ResourceDatabasePopulator;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A reactive service on a relational database, asked in every way that its libraries offer. */
@SpringBootApplication
@RestController
public class Notes {
    private static final String TABLES = "create table note(id bigserial primary key, text text, written timestamptz, likes int not null);"
            + "create table liked(note bigint, at timestamptz)";

    private final Repository notes;
    private final DatabaseClient client;
    private final ConnectionFactory factory;
    private final Likes likes;

    Notes(Repository notes, DatabaseClient client, ConnectionFactory factory, Likes likes) {
        this.notes = notes;
        this.client = client;
        this.factory = factory;
        this.likes = likes;
    }

    @Table("note")
    public record Note(@Id Long id, String text, Instant written, int likes) {}

    /** Asks several things in one transaction. */
    @Service
    public static class Likes {
        private final Repository notes;
        private final DatabaseClient client;

        Likes(Repository notes, DatabaseClient client) {
            this.notes = notes;
            this.client = client;
        }

        @Transactional
        public Mono<Note> like(long id) {
            return notes.findById(id)
                    .flatMap(note -> notes.save(new Note(note.id(), note.text(), note.written(), note.likes() + 1)))
                    .flatMap(note -> client.sql("insert into liked(note, at) values (:note, :at)").bind("note", note.id())
                            .bind("at", Instant.now()).fetch().rowsUpdated().thenReturn(note));
        }
    }

    /** The tables are made before anybody asks. */
    @Bean
    static ConnectionFactoryInitializer tables(ConnectionFactory factory) {
        ConnectionFactoryInitializer initializer = new ConnectionFactoryInitializer();
        initializer.setConnectionFactory(factory);
        initializer.setDatabasePopulator(
                new ResourceDatabasePopulator(new ByteArrayResource(TABLES.getBytes(StandardCharsets.UTF_8))));
        return initializer;
    }

    @PostMapping("/notes")
    public Mono<Note> add(@RequestBody String text) {
        return notes.save(new Note(null, text, Instant.now(), 0));
    }

    @GetMapping("/notes/{id}")
    public Mono<Note> note(@PathVariable long id) {
        return notes.findById(id);
    }

    @GetMapping("/notes")
    public Flux<Note> all() {
        return notes.findAll();
    }

    @GetMapping("/liked")
    public Flux<Note> liked() {
        return notes.findByLikesGreaterThanOrderById(0);
    }

    @PostMapping("/notes/{id}/like")
    public Mono<Note> like(@PathVariable long id) {
        return likes.like(id);
    }

    @GetMapping("/count")
    public Mono<Map<String, Object>> count() {
        return client.sql("select count(*) as notes, max(likes) as most from note").fetch().one();
    }

    @GetMapping("/texts")
    public Mono<List<String>> texts() {
        return client.sql("select text, likes from note where likes >= :least order by id").bind("least", 0)
                .map((row, metadata) -> row.get("text", String.class) + ": " + row.get(1, Integer.class)).all().collectList();
    }

    /** Without any library above the driver's interface. */
    @GetMapping("/plain")
    public Mono<List<String>> plain() {
        return Flux.usingWhen(factory.create(),
                connection -> Flux.from(connection.createStatement("select id, text from note order by id").execute())
                        .flatMap(result -> result.map((row, metadata) -> row.get("id") + "=" + row.get("text", String.class))),
                Connection::close).collectList();
    }

    @GetMapping("/broken")
    public Mono<Long> broken() {
        return client.sql("select nothing from nowhere").fetch().rowsUpdated().onErrorReturn(-1L);
    }

    public static void main(String[] arguments) {
        ReactiveWebServerApplicationContext context = (ReactiveWebServerApplicationContext) SpringApplication.run(
                Notes.class, "--server.port=" + arguments[0], "--spring.main.banner-mode=off", "--logging.level.root=warn",
                "--spring.r2dbc.url=r2dbc:postgresql://127.0.0.1:" + arguments[1] + "/orders", "--spring.r2dbc.username=orders",
                "--spring.r2dbc.password=orders");
        System.out.println("notes ready on " + context.getWebServer().getPort());
    }
}

interface Repository extends ReactiveCrudRepository<Notes.Note, Long> {
    Flux<Notes.Note> findByLikesGreaterThanOrderById(int likes);
}
