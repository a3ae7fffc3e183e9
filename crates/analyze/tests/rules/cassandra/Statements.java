package sample;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;

class Statements {
    String name(CqlSession session, int id) {
        ResultSet rows = session.execute("select name from t where id = " + id);
        Row row = rows.one();
        return row == null ? null : row.getString(0);
    }

    PreparedStatement prepared(CqlSession session) {
        return session.prepare("select * from t");
    }

    Object later(CqlSession session) {
        return session.executeAsync("select * from t");
    }

    String older(com.datastax.driver.core.Session session) {
        return session.execute("select name from t").one().getString(0);
    }

    boolean closed(CqlSession session) {
        return session.isClosed();
    }
}
