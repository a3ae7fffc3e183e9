package faithful;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import com.google.common.collect.ImmutableSortedMap;
import com.google.common.collect.TreeMultimap;
import com.google.common.hash.Hashing;
import com.google.common.math.BigIntegerMath;
import com.ibm.icu.text.Collator;
import com.ibm.icu.text.MessageFormat;
import com.ibm.icu.text.Normalizer2;
import com.ibm.icu.text.RuleBasedNumberFormat;
import com.ibm.icu.util.ULocale;
import groovy.lang.GroovyShell;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.commons.math3.analysis.polynomials.PolynomialFunction;
import org.apache.commons.math3.analysis.solvers.LaguerreSolver;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.EigenDecomposition;
import org.apache.commons.math3.stat.regression.SimpleRegression;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.bouncycastle.crypto.digests.SHA3Digest;
import org.bouncycastle.crypto.engines.AESEngine;
import org.bouncycastle.crypto.generators.SCrypt;
import org.bouncycastle.crypto.modes.GCMBlockCipher;
import org.bouncycastle.crypto.params.AEADParameters;
import org.bouncycastle.crypto.params.KeyParameter;
import org.bouncycastle.util.encoders.Hex;

/**
 * Links every class that a file lists, and then uses each library for what it is there for. All it says is the same in every run, so
 * whatever an agent changes is seen.
 */
public final class Faithful {
    private Faithful() {}

    /** A use of a library. */
    private interface Use {
        Object result() throws Exception;
    }

    public static void main(String[] arguments) throws Exception {
        link(Files.readAllLines(Paths.get(arguments[0])));
        useAll();
        serve("in a request");
    }

    /** What the agent takes for a request. */
    static String serve(String why) {
        System.out.println(why);
        useAll();
        return why;
    }

    private static void link(List<String> names) {
        int linked = 0;
        ClassLoader loader = Faithful.class.getClassLoader();
        for (String name : names) {
            try {
                // Asking for methods links the class; unlike using it, that does not run its initialiser.
                Class.forName(name, false, loader).getDeclaredMethods();
                linked++;
            } catch (VerifyError e) {
                System.out.println("rejected " + name + ": " + e.getMessage());
            } catch (LinkageError | ClassNotFoundException e) {
                // A library may name others that are not here. Which of several is missed first is up to the JVM.
                System.out.println("not linked " + name);
            }
        }
        System.out.println("linked " + linked);
    }

    private static void useAll() {
        use("h2", Faithful::h2);
        use("guava", Faithful::guava);
        use("jackson", Faithful::jackson);
        use("kotlin", Faithful::kotlin);
        use("scala", Faithful::scala);
        use("groovy", Faithful::groovy);
        use("bouncycastle", Faithful::bouncyCastle);
        use("lucene", Faithful::lucene);
        use("icu", Faithful::icu);
        use("math", Faithful::math);
    }

    private static void use(String name, Use use) {
        try {
            System.out.println(name + " " + use.result());
        } catch (Throwable e) {
            System.out.println(name + " threw " + e);
        }
    }

    private static Object h2() throws SQLException {
        List<Object> told = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
                Statement statement = connection.createStatement()) {
            statement.execute("create table item (id int primary key, name varchar(20), price decimal(9, 2), made date)");
            statement.execute("create index by_name on item (name, price)");
            try (PreparedStatement insert = connection.prepareStatement("insert into item values (?, ?, ?, ?)")) {
                for (int i = 0; i < 300; i++) {
                    insert.setInt(1, i);
                    insert.setString(2, "item " + i % 17);
                    insert.setBigDecimal(3, new java.math.BigDecimal(i * 7 % 101).movePointLeft(1));
                    insert.setDate(4, java.sql.Date.valueOf("2024-02-" + (1 + i % 29)));
                    insert.addBatch();
                }
                told.add(insert.executeBatch().length);
            }
            try {
                statement.execute("insert into item values (7, 'twice', 1, null)");
            } catch (SQLException e) {
                told.add(e.getSQLState());
            }
            connection.setAutoCommit(false);
            told.add(statement.executeUpdate("delete from item where price > 5"));
            connection.rollback();
            String query = "select name, count(*), sum(price), max(made), listagg(id, '-') within group (order by id desc)"
                    + " from item where id between 20 and 200 group by name having count(*) > 10 order by 3 desc, 1 limit 3";
            try (ResultSet rows = statement.executeQuery(query)) {
                while (rows.next()) {
                    told.add(rows.getString(1) + "|" + rows.getInt(2) + "|" + rows.getBigDecimal(3) + "|" + rows.getDate(4)
                            + "|" + rows.getString(5));
                }
            }
        }
        return told;
    }

    private static Object guava() throws Exception {
        TreeMultimap<String, Integer> multimap = TreeMultimap.create();
        for (int i = 0; i < 50; i++) {
            multimap.put("k" + i % 7, i * i % 13);
        }
        Cache<Integer, String> cache = CacheBuilder.newBuilder().maximumSize(1000).build();
        StringBuilder loaded = new StringBuilder();
        for (int i = 0; i < 30; i++) {
            int key = i % 11;
            loaded.append(cache.get(key, () -> "<" + key + ">"));
        }
        ImmutableSortedMap<String, Integer> sorted = ImmutableSortedMap.of("b", 2, "a", 1, "c", 3);
        return multimap + " " + Hashing.murmur3_128(7).hashString(loaded, StandardCharsets.UTF_8) + " " + sorted.tailMap("b")
                + " " + BigIntegerMath.sqrt(BigInteger.TEN.pow(41), RoundingMode.HALF_DOWN);
    }

    /** What Jackson writes and reads. */
    public static final class Bean {
        public String name = "bean";
        public int[] numbers = {3, 1, 2};
        public Map<String, Object> more = new LinkedHashMap<>();
        public List<Bean> children = new ArrayList<>();
    }

    private static Object jackson() throws Exception {
        ObjectMapper mapper = new ObjectMapper().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);
        Bean bean = new Bean();
        bean.more.put("pi", 3.14159);
        bean.more.put("nested", Collections.singletonMap("x", Arrays.asList(true, null, "\u00e4\n")));
        bean.children.add(new Bean());
        String json = mapper.writeValueAsString(bean);
        JsonNode tree = mapper.readTree(json);
        Bean back = mapper.readValue(json, Bean.class);
        String failure;
        try {
            failure = "none: " + mapper.readValue("{\"numbers\":[1,\"x\"]}", Bean.class);
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            failure = e.getOriginalMessage() + " at " + e.getLocation().getColumnNr();
        }
        return json + " " + tree.at("/more/nested/x/2").asText().length() + " " + back.children.size() + " " + failure;
    }

    private static Object kotlin() {
        List<Integer> numbers = kotlin.collections.CollectionsKt.toList(new kotlin.ranges.IntRange(1, 40));
        List<List<Integer>> chunks = kotlin.collections.CollectionsKt.chunked(numbers, 7);
        int folded = kotlin.collections.CollectionsKt.fold(numbers, 17, (Integer a, Integer b) -> a * 31 + b);
        String text = kotlin.text.StringsKt.repeat("ab", 5);
        return chunks.get(3) + " " + folded + " " + kotlin.text.StringsKt.reversed(text) + " "
                + new kotlin.text.Regex("(a)(b+)").replace(text, "$2$1");
    }

    private static Object scala() {
        scala.collection.immutable.TreeMap<String, Integer> map =
                new scala.collection.immutable.TreeMap<>(scala.math.Ordering.String$.MODULE$);
        for (int i = 0; i < 60; i++) {
            map = map.updated("k" + i * 37 % 23, i);
        }
        scala.collection.mutable.ArrayBuffer<Object> buffer = new scala.collection.mutable.ArrayBuffer<>();
        for (int i = 0; i < 100; i++) {
            buffer.addOne(i * i % 19);
        }
        return map.size() + " " + map.head() + " " + buffer.toVector().mkString(",") + " " + new scala.math.BigDecimal(
                new java.math.BigDecimal("1.10")).$times(scala.math.BigDecimal$.MODULE$.apply(3));
    }

    private static Object groovy() {
        String script = "def fib = { n -> n < 2 ? n : call(n - 1) + call(n - 2) }\n"
                + "class P { String name; int n; String toString() { \"$name:${n * 2}\" } }\n"
                + "[fib(15), (1..10).collect { it ** 2 }.sum(), new P(name: 'x', n: 4).toString(),"
                + " ['b', 'a'].sort().join('-'), 'groovy'.find(/o+/)].toString()";
        return new GroovyShell().evaluate(script);
    }

    private static Object bouncyCastle() throws Exception {
        byte[] text = "what is said".getBytes(StandardCharsets.UTF_8);
        SHA3Digest digest = new SHA3Digest(256);
        digest.update(text, 0, text.length);
        byte[] hash = new byte[32];
        digest.doFinal(hash, 0);
        GCMBlockCipher cipher = (GCMBlockCipher) GCMBlockCipher.newInstance(AESEngine.newInstance());
        cipher.init(true, new AEADParameters(new KeyParameter(hash), 128, Arrays.copyOf(hash, 12)));
        byte[] sealed = new byte[cipher.getOutputSize(text.length)];
        int length = cipher.processBytes(text, 0, text.length, sealed, 0);
        cipher.doFinal(sealed, length);
        return Hex.toHexString(hash) + " " + Hex.toHexString(sealed) + " "
                + Hex.toHexString(SCrypt.generate(text, hash, 1024, 8, 1, 16));
    }

    private static Object lucene() throws Exception {
        List<String> told = new ArrayList<>();
        try (ByteBuffersDirectory directory = new ByteBuffersDirectory()) {
            try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
                for (int i = 0; i < 200; i++) {
                    Document document = new Document();
                    document.add(new StringField("id", Integer.toString(i), Field.Store.YES));
                    document.add(new StringField("colour", i % 3 == 0 ? "red" : "green", Field.Store.NO));
                    writer.addDocument(document);
                }
                writer.deleteDocuments(new Term("id", "3"));
            }
            try (DirectoryReader reader = DirectoryReader.open(directory)) {
                IndexSearcher searcher = new IndexSearcher(reader);
                told.add(searcher.count(new TermQuery(new Term("colour", "red"))) + " of " + reader.numDocs());
                for (org.apache.lucene.search.ScoreDoc hit : searcher.search(new TermQuery(new Term("id", "42")), 3).scoreDocs) {
                    told.add(searcher.storedFields().document(hit.doc).get("id"));
                }
            }
        }
        return told;
    }

    private static Object icu() {
        TreeSet<String> words = new TreeSet<>(Collator.getInstance(ULocale.GERMAN)::compare);
        words.addAll(Arrays.asList("Zebra", "\u00c4pfel", "apfel", "\u00d6l", "Ohr", "zoo"));
        return words + " " + new RuleBasedNumberFormat(ULocale.ENGLISH, RuleBasedNumberFormat.SPELLOUT).format(98765)
                + " " + Normalizer2.getNFDInstance().normalize("\u00e9\u00fc").length() + " "
                + new MessageFormat("{0, plural, one {# file} other {# files}}", ULocale.ENGLISH).format(new Object[] {3});
    }

    private static Object math() {
        EigenDecomposition eigen = new EigenDecomposition(new Array2DRowRealMatrix(new double[][] {
            {4, 1, 2}, {1, 3, 0}, {2, 0, 5},
        }));
        SimpleRegression regression = new SimpleRegression();
        for (int i = 0; i < 50; i++) {
            regression.addData(i, 3 * i + i % 5);
        }
        double root = new LaguerreSolver(1e-12).solve(100, new PolynomialFunction(new double[] {-2, 0, 1}), 0, 2);
        return Arrays.toString(eigen.getRealEigenvalues()) + " " + regression.getSlope() + " " + regression.getSignificance() + " "
                + root;
    }
}
