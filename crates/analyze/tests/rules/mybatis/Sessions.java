package sample;

import java.util.List;
import org.apache.ibatis.session.SqlSession;
import org.apache.ibatis.session.SqlSessionFactory;
import org.mybatis.spring.SqlSessionTemplate;

class Sessions {
    List<String> list(SqlSession session) {
        return session.selectList("list");
    }

    String one(SqlSessionTemplate template, int id) {
        return template.selectOne("find", id);
    }

    void write(SqlSessionFactory factory, String name) {
        try (SqlSession session = factory.openSession()) {
            session.insert("add", name);
            session.commit();
        }
    }
}
