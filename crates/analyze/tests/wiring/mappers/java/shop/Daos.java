package shop;

import org.mybatis.spring.support.SqlSessionDaoSupport;
import org.springframework.orm.ibatis.support.SqlMapClientDaoSupport;

abstract class BaseDao extends SqlMapClientDaoSupport {
    private String table;

    public void setTable(String table) {
        this.table = table;
    }

    protected Object query(String name) {
        return getSqlMapClientTemplate().queryForObject(table + name);
    }
}

class OrderDao extends BaseDao {
    private Object last;

    public OrderDao() {
        last = String.valueOf(1);
    }

    public String find(long id) {
        return (String) query("order");
    }

    public Object stamp(Object given) {
        return getSqlMapClientTemplate().insert("stamp", given);
    }

    /** Asks nobody. */
    public Object last() {
        return last;
    }

    @Override
    protected void initDao() {
        last = query("last");
    }

    private Object helper() {
        return query("x");
    }
}

class BillDao extends SqlSessionDaoSupport {
    public int count() {
        return getSqlSession().selectOne("count");
    }
}
