package samples;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.NullNode;
import com.google.common.collect.ImmutableBiMap;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableListMultimap;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.ImmutableSortedMap;
import com.google.common.collect.ImmutableSortedSet;
import com.google.common.collect.ImmutableTable;
import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.ListValue;
import com.google.protobuf.NullValue;
import com.google.protobuf.Struct;
import com.google.protobuf.Timestamp;
import com.google.protobuf.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BiPredicate;

/** Values of libraries, each with who says whether another is the same; nobody says it of what cannot be copied. */
public final class Samples {
    private static final List<Object[]> SAMPLES = new ArrayList<>();

    private Samples() {}

    public static List<Object[]> samples() throws Exception {
        messages();
        guava();
        jackson();
        joda();
        return SAMPLES;
    }

    static void same(String name, Object value) {
        check(name, value, Object::equals);
    }

    static void check(String name, Object value, BiPredicate<Object, Object> check) {
        SAMPLES.add(new Object[] {name, value, check});
    }

    static void opaque(String name, Object value) {
        check(name, value, null);
    }

    /** Equal, of the same class, and written in the same order. */
    private static void kept(String name, Object value) {
        check(name, value, (a, b) -> a.equals(b) && a.getClass() == b.getClass() && a.toString().equals(b.toString()));
    }

    private static void messages() {
        Value list = Value.newBuilder().setListValue(ListValue.newBuilder()
                .addValues(Value.newBuilder().setNumberValue(1.5)).addValues(Value.newBuilder().setBoolValue(true))).build();
        Struct struct = Struct.newBuilder().putFields("b", list)
                .putFields("a", Value.newBuilder().setStringValue("grüße").build())
                .putFields("n", Value.newBuilder().setNullValue(NullValue.NULL_VALUE).build()).build();
        kept("message with a map", struct);
        kept("message inside a message", Any.pack(Timestamp.newBuilder().setSeconds(5).setNanos(6).build()));
        kept("message, empty", Timestamp.getDefaultInstance());
        kept("message with lists and bytes", FileDescriptorProto.newBuilder().setName("a.proto").addDependency("b.proto")
                .addDependency("c.proto").addPublicDependency(1).build());
        same("bytes of a message", ByteString.copyFromUtf8("bytes"));
        same("messages in a list", new ArrayList<>(Arrays.asList(struct, list)));
        opaque("message of a type made at run time", DynamicMessage.newBuilder(Timestamp.getDescriptor()).build());
    }

    private static void guava() {
        kept("immutable list", ImmutableList.of("a", "b", "c"));
        kept("immutable list of one", ImmutableList.of("a"));
        kept("immutable list of none", ImmutableList.of());
        kept("immutable set", ImmutableSet.of("c", "a", "b"));
        // The hash of a unit is another one in each process.
        kept("immutable set of enums and others", ImmutableSet.of(TimeUnit.DAYS, "x", TimeUnit.HOURS, 1));
        kept("immutable map", ImmutableMap.of("c", 1, "a", 2, TimeUnit.DAYS, 3));
        kept("immutable map of none", ImmutableMap.of());
        kept("immutable map both ways", ImmutableBiMap.of("c", 1, "a", 2));
        check("immutable map both ways, back", ImmutableBiMap.of("c", 1),
                (a, b) -> "c".equals(((ImmutableBiMap<?, ?>) b).inverse().get(1)));
        kept("immutable sorted set", ImmutableSortedSet.of("c", "a"));
        kept("immutable sorted map", ImmutableSortedMap.of("c", 1, "a", 2));
        kept("immutable multimap", ImmutableListMultimap.of("a", 1, "a", 2, "b", 3));
        kept("immutable table", ImmutableTable.of("row", "column", 7));
        same("present", com.google.common.base.Optional.of("x"));
        check("absent", com.google.common.base.Optional.absent(), (a, b) -> a == b);
    }

    private static void jackson() throws Exception {
        JsonNode tree = new ObjectMapper().readTree(
                "{\"b\":[1,2.5,true,null,\"x\"],\"a\":{\"big\":123456789012345678901234567890},\"c\":\"AP8=\"}");
        kept("tree of JSON", tree);
        check("null of JSON", NullNode.getInstance(), (a, b) -> a == b);
    }

    private static void joda() {
        same("Joda time", new org.joda.time.DateTime(2024, 2, 29, 12, 30, org.joda.time.DateTimeZone.forID("Europe/Paris")));
        same("Joda date", new org.joda.time.LocalDate(2024, 2, 29));
        same("Joda duration", org.joda.time.Duration.millis(5));
        same("Joda interval", new org.joda.time.Interval(5L, 10L, org.joda.time.DateTimeZone.UTC));
        same("Joda period", org.joda.time.Period.hours(3).plusMinutes(2));
    }
}
