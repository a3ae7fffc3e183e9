package orders;

import javax.sql.DataSource;
import org.apache.ibatis.session.ExecutorType;
import org.apache.ibatis.session.SqlSessionFactory;
import org.mybatis.spring.MyBatisExceptionTranslator;
import org.mybatis.spring.SqlSessionTemplate;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Finds out at the start which database it is, so that the first request that fails need not ask. */
@Configuration(proxyBeanMethods = false)
class DatabaseConfig {
    @Bean
    SqlSessionTemplate sqlSessionTemplate(SqlSessionFactory sessions, DataSource database) {
        MyBatisExceptionTranslator translator = new MyBatisExceptionTranslator(database, false);
        return new SqlSessionTemplate(sessions, ExecutorType.SIMPLE, translator);
    }
}
