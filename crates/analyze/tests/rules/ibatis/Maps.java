package sample;

import com.ibatis.sqlmap.client.SqlMapClient;
import java.sql.SQLException;
import java.util.List;
import org.springframework.orm.ibatis.SqlMapClientTemplate;

class Maps {
    Object find(SqlMapClient client, int id) throws SQLException {
        return client.queryForObject("find", id);
    }

    List<?> list(SqlMapClientTemplate template) {
        return template.queryForList("list");
    }

    void transaction(SqlMapClient client) throws SQLException {
        client.startTransaction();
        client.update("touch", System.currentTimeMillis());
        client.commitTransaction();
    }
}
