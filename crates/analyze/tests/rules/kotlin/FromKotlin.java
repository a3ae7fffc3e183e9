package sample;

import java.util.List;
import kotlin.collections.CollectionsKt;
import kotlin.random.Random;
import kotlin.random.RandomKt;
import kotlin.time.TimeMark;
import kotlin.time.TimeSource;

class FromKotlin {
    int drawn() {
        return Random.Default.nextInt(10);
    }

    int seeded() {
        return RandomKt.Random(42).nextInt(10);
    }

    int given(Random random) {
        return random.nextInt();
    }

    List<String> shuffled(List<String> names) {
        return CollectionsKt.shuffled(names);
    }

    boolean passed(TimeMark mark) {
        return mark.hasPassedNow();
    }

    TimeMark marked(TimeSource source) {
        return source.markNow();
    }

    String first(List<String> names) {
        return CollectionsKt.first(names);
    }
}
