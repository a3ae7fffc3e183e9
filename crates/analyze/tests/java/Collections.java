package collections;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

class Collections {
    // In the list that is returned.
    List<Long> inList() {
        List<Long> list = new ArrayList<>();
        list.add(System.currentTimeMillis());
        return list;
    }

    // Another list is another list.
    List<Long> inOtherList() {
        List<Long> list = new ArrayList<>();
        List<Long> other = new ArrayList<>();
        list.add(System.currentTimeMillis());
        other.add(1L);
        System.out.println(list);
        return other;
    }

    // How many there are does not depend on what they are.
    int size() {
        List<Long> list = new ArrayList<>();
        list.add(System.currentTimeMillis());
        for (Long each : list) {
            System.out.println(each);
        }
        return list.size();
    }

    boolean later() {
        Map<String, Long> map = new HashMap<>();
        map.put("begin", System.nanoTime());
        return map.get("begin") > 5;
    }

    // Through a name for a part.
    Map<String, List<Long>> alias() {
        Map<String, List<Long>> map = new HashMap<>();
        map.put("a", new ArrayList<>());
        List<Long> list = map.get("a");
        list.add(System.currentTimeMillis());
        return map;
    }

    String builder() {
        StringBuilder text = new StringBuilder();
        StringBuilder same = text;
        same.append("at ").append(System.currentTimeMillis());
        return text.toString();
    }

    boolean contains(Set<Long> known) {
        return new HashSet<>(known).contains(System.currentTimeMillis());
    }

    long array() {
        long[] times = new long[2];
        times[1] = System.currentTimeMillis();
        return times[1];
    }

    long[] copied() {
        long[] times = {System.currentTimeMillis()};
        long[] copy = new long[1];
        System.arraycopy(times, 0, copy, 0, 1);
        return copy;
    }

    // Into a collection that the caller owns.
    void fill(List<Long> target) {
        target.add(System.currentTimeMillis());
    }

    List<Long> filled() {
        List<Long> list = new ArrayList<>();
        fill(list);
        return list;
    }

    // Into one that nobody looks at.
    void filledForNothing() {
        List<Long> list = new ArrayList<>();
        fillForNothing(list);
    }

    private void fillForNothing(List<Long> target) {
        target.add(System.currentTimeMillis());
    }
}
