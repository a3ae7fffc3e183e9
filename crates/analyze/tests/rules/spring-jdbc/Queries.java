package sample;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.SimpleJdbcInsert;

class Queries {
    private final JdbcTemplate template;

    Queries(JdbcTemplate template) {
        this.template = template;
    }

    List<String> names(int age) {
        return template.query("select name from t where age = ?", (row, number) -> row.getString(1), age);
    }

    int rename(JdbcOperations operations, String name) {
        return operations.update("update t set name = ?", name);
    }

    // What is asked depends on the time.
    void touch() {
        template.update("update t set at = ?", System.currentTimeMillis());
    }

    Map<String, Object> named(NamedParameterJdbcTemplate template, int id) {
        return template.queryForMap("select * from t where id = :id", Map.of("id", id));
    }

    Optional<String> client(JdbcClient client, int id) {
        return client.sql("select name from t where id = ?").param(id).query(String.class).optional();
    }

    JdbcClient.StatementSpec described(JdbcClient client) {
        return client.sql("select 1");
    }

    Number insert(SimpleJdbcInsert insert, Map<String, Object> row) {
        return insert.withTableName("t").executeAndReturnKey(row);
    }
}
