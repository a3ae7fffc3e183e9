package shop;

import com.baomidou.mybatisplus.core.mapper.BaseMapper;
import java.util.List;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Select;
import org.mybatis.spring.annotation.MapperScan;
import org.springframework.context.annotation.Configuration;
import org.springframework.stereotype.Repository;
import org.springframework.stereotype.Service;

@Mapper
interface ByAnnotation {
    String one(long id);

    default String twice(long id) {
        return one(id) + one(id);
    }

    static String help() {
        return "";
    }
}

interface ByStatement {
    @Select("select 1")
    int one();
}

interface ByNamespace {
    int one();
}

class Row {
    long id;
}

interface ByPlus extends BaseMapper<Row> {
    int extra();
}

/** Generic code of the service calls what is above its mappers. */
interface Above {
    int above();
}

@Mapper
interface Below extends Above {}

interface NoMapper {
    int one();
}

@Configuration
@MapperScan("shop.scanned")
class Scan {}

@Configuration
@MapperScan(basePackages = "${marked}", annotationClass = Repository.class)
class ScanMarked {}

@Service
class Callers {
    ByAnnotation annotation;
    ByStatement statement;
    ByNamespace namespace;
    ByPlus plus;
    Above above;
    NoMapper none;
    shop.scanned.Scanned scanned;
    shop.marked.Marked marked;
    shop.marked.Unmarked unmarked;
    shop.configured.Configured configured;
    shop.bound.Bound bound;
    shop.packaged.Packaged packaged;
    other.SharedMapper shared;

    String byAnnotation(long id) {
        return annotation.one(id);
    }

    String byDefault(long id) {
        return annotation.twice(id);
    }

    int everyObject() {
        return annotation.hashCode() + ByAnnotation.help().length();
    }

    int byStatement() {
        return statement.one();
    }

    int byNamespace() {
        return namespace.one();
    }

    int byPlus() {
        return plus.extra() + plus.insert(new Row());
    }

    /** A method of MyBatis-Plus that has a body, which calls others. */
    boolean byPlusDefault() {
        return plus.exists(null);
    }

    int byAbove() {
        return above.above();
    }

    int byNothing() {
        return none.one() + unmarked.one();
    }

    int byScan() {
        return scanned.one() + marked.one() + configured.one() + bound.one() + packaged.one();
    }

    int byOther() {
        return shared.shared();
    }

    List<Integer> byLambda(List<Integer> of) {
        return of.stream().map(id -> scanned.one()).toList();
    }

    List<String> byReference(List<Long> of) {
        return of.stream().map(annotation::one).toList();
    }
}
