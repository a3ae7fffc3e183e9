package sample;

import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.util.List;
import org.hibernate.Session;
import org.hibernate.StatelessSession;

class Entities {
    private static EntityManagerFactory factory;

    static void use(EntityManagerFactory given) {
        factory = given;
    }

    String find(EntityManager manager, long id) {
        return manager.find(String.class, id);
    }

    List<String> query(EntityManager manager) {
        return manager.createQuery("select e.name from E e", String.class).setMaxResults(10).getResultList();
    }

    Object described(EntityManager manager) {
        return manager.createQuery("select e from E e").setMaxResults(10);
    }

    void persist(EntityManager manager, Object entity) {
        manager.getTransaction().begin();
        manager.persist(entity);
        manager.getTransaction().commit();
    }

    int older(javax.persistence.EntityManager manager) {
        return manager.createQuery("delete from E").executeUpdate();
    }

    Object hibernate(Session session, long id) {
        return session.get("E", id);
    }

    List<?> hibernateQuery(Session session) {
        return session.createQuery("from E").list();
    }

    void stateless(StatelessSession session, Object entity) {
        session.insert(entity);
    }

    boolean open() {
        return factory.isOpen();
    }
}
