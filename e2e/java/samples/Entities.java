package samples;

import jakarta.persistence.Basic;
import jakarta.persistence.CascadeType;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import org.hibernate.Hibernate;
import org.hibernate.SessionFactory;
import org.hibernate.bytecode.enhance.internal.bytebuddy.EnhancerImpl;
import org.hibernate.bytecode.enhance.spi.DefaultEnhancementContext;
import org.hibernate.bytecode.enhance.spi.UnloadedField;
import org.hibernate.bytecode.internal.bytebuddy.ByteBuddyState;
import org.hibernate.cfg.Configuration;
import org.hibernate.stat.Statistics;

/** Entities under Hibernate, with open sessions: loaded ones, and those that must stay as they are. */
public final class Entities {
    private static final List<Object[]> SAMPLES = new ArrayList<>();

    private Entities() {}

    @Entity(name = "Owner")
    public static class Owner {
        @Id public int id;
        public String name;

        @OneToMany(cascade = CascadeType.ALL, mappedBy = "owner")
        public List<Pet> pets = new ArrayList<>();

        @ElementCollection public Set<String> phones = new HashSet<>();
        @ElementCollection public Map<String, Integer> scores = new HashMap<>();
    }

    @Entity(name = "Pet")
    public static class Pet {
        @Id public int id;
        public String name;

        @ManyToOne(fetch = FetchType.LAZY)
        public Owner owner;
    }

    /** Enhanced before it is loaded: the picture comes when it is asked for. */
    @Entity(name = "Album")
    public static class Album {
        @Id public int id;
        public String title;

        @Basic(fetch = FetchType.LAZY)
        public byte[] picture;

        public byte[] getPicture() {
            return picture;
        }
    }

    private static final class Lazily extends DefaultEnhancementContext {
        private final ClassLoader loader;

        Lazily(ClassLoader loader) {
            this.loader = loader;
        }

        @Override
        public ClassLoader getLoadingClassLoader() {
            return loader;
        }

        @Override
        public boolean isLazyLoadable(UnloadedField field) {
            return true;
        }
    }

    public static List<Object[]> samples() throws Exception {
        enhance(Entities.class.getName() + "$Album");
        SessionFactory factory = factory();
        fill(factory);
        // Sessions stay open, as they are while a request is served.
        Owner loaded = factory.openSession().find(Owner.class, 1);
        loaded.pets.size();
        loaded.phones.size();
        loaded.scores.size();
        check("entity with its collections", loaded, (a, b) -> sameOwner((Owner) b));
        Owner proxy = factory.openSession().getReference(Owner.class, 2);
        Hibernate.initialize(proxy);
        Owner behind = Hibernate.unproxy(proxy, Owner.class);
        Hibernate.initialize(behind.pets);
        Hibernate.initialize(behind.phones);
        Hibernate.initialize(behind.scores);
        check("entity behind a proxy", proxy, (a, b) -> b.getClass() == Owner.class && ((Owner) b).name.equals("Bo"));
        Album whole = factory.openSession().find(Album.class, 21);
        whole.getPicture();
        check("enhanced entity", whole, (a, b) -> "t".equals(((Album) b).title) && ((Album) b).picture[1] == 2);
        opaque("entity that is not loaded", factory.openSession().getReference(Owner.class, 2));
        opaque("entity with one that is not loaded", factory.openSession().find(Pet.class, 11));
        opaque("entity with collections that are not loaded", factory.openSession().find(Owner.class, 1));
        opaque("enhanced entity with an attribute that is not loaded", factory.openSession().find(Album.class, 21));
        Statistics asked = factory.getStatistics();
        long before = asked.getPrepareStatementCount();
        check("the database was not asked", "", (a, b) -> asked.getPrepareStatementCount() == before);
        return SAMPLES;
    }

    /** Defines a class as Hibernate's build plugin would have written it. */
    private static void enhance(String name) throws Exception {
        ClassLoader loader = Entities.class.getClassLoader();
        try (InputStream in = loader.getResourceAsStream(name.replace('.', '/') + ".class")) {
            byte[] bytes = new EnhancerImpl(new Lazily(loader), new ByteBuddyState()).enhance(name, in.readAllBytes());
            MethodHandles.lookup().defineClass(bytes);
        }
    }

    private static boolean sameOwner(Owner owner) {
        return owner.name.equals("Al") && owner.pets.size() == 2 && owner.pets.get(1).name.equals("Ox")
                && owner.pets.get(0).owner == owner && owner.pets instanceof org.hibernate.collection.spi.PersistentBag
                && owner.phones.equals(Set.of("1", "2")) && owner.scores.equals(Map.of("x", 1));
    }

    private static void check(String name, Object value, BiPredicate<Object, Object> check) {
        SAMPLES.add(new Object[] {name, value, check});
    }

    private static void opaque(String name, Object value) {
        check(name, value, null);
    }

    private static SessionFactory factory() {
        Configuration configuration = new Configuration();
        configuration.setProperty("hibernate.connection.url", "jdbc:h2:mem:entities;DB_CLOSE_DELAY=-1");
        configuration.setProperty("hibernate.hbm2ddl.auto", "create");
        configuration.setProperty("hibernate.generate_statistics", "true");
        return configuration.addAnnotatedClass(Owner.class).addAnnotatedClass(Pet.class).addAnnotatedClass(Album.class)
                .buildSessionFactory();
    }

    private static void fill(SessionFactory factory) {
        Album album = new Album();
        album.id = 21;
        album.title = "t";
        album.picture = new byte[] {1, 2};
        factory.inTransaction(session -> {
            session.persist(owner(1, "Al"));
            session.persist(owner(2, "Bo"));
            session.persist(album);
        });
    }

    private static Owner owner(int id, String name) {
        Owner owner = new Owner();
        owner.id = id;
        owner.name = name;
        owner.phones.addAll(Set.of("1", "2"));
        owner.scores.put("x", 1);
        for (String pet : new String[] {"Ix", "Ox"}) {
            Pet added = new Pet();
            added.id = 10 * id + owner.pets.size() + 1;
            added.name = pet;
            added.owner = owner;
            owner.pets.add(added);
        }
        return owner;
    }
}
