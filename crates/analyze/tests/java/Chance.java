package chance;

import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

class Chance {
    private final Random own = new Random();
    private final Random seeded = new Random(42);
    private static final SecureRandom SECURE = new SecureRandom();

    int ofField() {
        return own.nextInt();
    }

    int ofSeededField() {
        return seeded.nextInt();
    }

    int seeded() {
        return new Random(7).nextInt(10);
    }

    // The seed is the source, not what is drawn with it.
    int seededByTime() {
        return new Random(System.currentTimeMillis()).nextInt(10);
    }

    int secure() {
        return SECURE.nextInt(100);
    }

    String id() {
        return UUID.randomUUID().toString();
    }

    String nameBased(byte[] name) {
        return UUID.nameUUIDFromBytes(name).toString();
    }

    boolean coin() {
        return Math.random() < 0.5;
    }

    long local() {
        return ThreadLocalRandom.current().nextLong(1, 6);
    }

    int split() {
        return new SplittableRandom().split().nextInt();
    }

    byte[] bytes() {
        byte[] token = new byte[16];
        SECURE.nextBytes(token);
        return token;
    }

    BigInteger big() {
        return new BigInteger(130, SECURE);
    }

    List<String> shuffled(List<String> names) {
        List<String> copy = new ArrayList<>(names);
        Collections.shuffle(copy);
        return copy;
    }

    List<String> shuffledWith(List<String> names) {
        List<String> copy = new ArrayList<>(names);
        Collections.shuffle(copy, own);
        return copy;
    }

    List<String> shuffledFixed(List<String> names) {
        List<String> copy = new ArrayList<>(names);
        Collections.shuffle(copy, new Random(1));
        return copy;
    }

    String pick(List<String> names) {
        return names.get(own.nextInt(names.size()));
    }

    int drawnFrom(Random random) {
        return random.nextInt();
    }

    // Passed from inside, and fixed.
    int handed() {
        return handedTo(new Random(3));
    }

    private int handedTo(Random random) {
        return random.nextInt();
    }

    int sum() {
        return new Random().ints(5).sum();
    }
}
