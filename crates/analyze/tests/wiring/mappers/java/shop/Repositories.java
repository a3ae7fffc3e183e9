package shop;

import java.util.Optional;
import org.springframework.data.repository.CrudRepository;
import org.springframework.data.repository.NoRepositoryBean;
import org.springframework.data.repository.RepositoryDefinition;

interface OrdersExtra {
    int counted(String name);
}

/** The body that the service gives to a method of its repository. */
class OrdersExtraImpl implements OrdersExtra {
    @Override
    public int counted(String name) {
        return name.length();
    }
}

interface Orders extends CrudRepository<Row, Long>, OrdersExtra {
    Row findByName(String name);
}

@NoRepositoryBean
interface Common<T> extends CrudRepository<T, Long> {
    T findByCode(String code);
}

@RepositoryDefinition(domainClass = Row.class, idClass = Long.class)
interface Defined {
    Row findById(Long id);
}

class Selling {
    Orders orders;
    Common<Row> common;
    Defined defined;

    Row named(String name) {
        return orders.findByName(name);
    }

    Optional<Row> inherited(long id) {
        return orders.findById(id);
    }

    int own(String name) {
        return orders.counted(name);
    }

    Row common(String code) {
        return common.findByCode(code);
    }

    Row defined(Long id) {
        return defined.findById(id);
    }
}
