package orders.journal;

import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import org.apache.ibatis.executor.resultset.ResultSetHandler;
import org.apache.ibatis.executor.statement.StatementHandler;
import org.apache.ibatis.plugin.Interceptor;
import org.apache.ibatis.plugin.Intercepts;
import org.apache.ibatis.plugin.Invocation;
import org.apache.ibatis.plugin.Signature;
import org.springframework.stereotype.Component;

/** Notes what is asked of the database: the statement, and how many rows it gave or changed. */
@Component
@Intercepts({
    @Signature(type = StatementHandler.class, method = "prepare", args = {Connection.class, Integer.class}),
    @Signature(type = StatementHandler.class, method = "update", args = {Statement.class}),
    @Signature(type = ResultSetHandler.class, method = "handleResultSets", args = {Statement.class})
})
class Statements implements Interceptor {
    @Override
    public Object intercept(Invocation invocation) throws Throwable {
        if (invocation.getMethod().getName().equals("prepare")) {
            StatementHandler handler = (StatementHandler) invocation.getTarget();
            Journal.note("sql {}", handler.getBoundSql().getSql().replaceAll("\\s+", " ").strip());
            return invocation.proceed();
        }
        Object result = invocation.proceed();
        Journal.note(result instanceof List<?> rows ? "rows " + rows.size() : "changed " + result);
        return result;
    }
}
