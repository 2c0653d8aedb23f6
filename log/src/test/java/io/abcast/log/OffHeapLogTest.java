package io.abcast.log;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Entry;
import io.abcast.kernel.Zxid;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class OffHeapLogTest {
    private static final int HUGE = 5 << 20;

    private final OffHeapLog log = new OffHeapLog();
    private final List<Entry> model = new ArrayList<>();
    private int counter;

    @Test
    void holdsTheSameEntriesAsAList() {
        Random random = new Random(11);
        for (int round = 0; round < 300; round++) {
            switch (random.nextInt(8)) {
                case 0, 1, 2, 3 -> add(random, random.nextInt(60), 20_000);
                case 4 -> add(random, random.nextInt(2000), 20);
                case 5 -> purge(random.nextInt(model.size() + 1));
                case 6 -> cut(random.nextInt(model.size() / 4 + 1));
                default -> {
                    if (random.nextInt(20) == 0) purge(model.size());
                    else if (random.nextInt(20) == 0) add(random, 1, HUGE);
                    else if (random.nextInt(40) == 0) clear();
                }
            }
            check(random);
        }
        purge(model.size());
        check(random);
    }

    @Test
    void arraysKeepTheirSizeFromOneSnapshotToTheNext() {
        Random random = new Random(12);
        add(random, 20_000, 20);
        int capacity = log.capacity();
        for (int snapshot = 0; snapshot < 20; snapshot++) {
            purge(model.size() - random.nextInt(100));
            add(random, 20_000, 20);
            assertEquals(capacity, log.capacity());
        }
        check(random);
    }

    @Test
    void arraysOfALongLogShrinkOnceTheLogStaysShort() {
        Random random = new Random(13);
        add(random, 100_000, 20);
        int longest = log.capacity();
        purge(model.size() - 100);
        for (int i = 0; i < 4 * longest; i += 100) {
            add(random, 100, 20);
            purge(100);
        }
        assertTrue(log.capacity() <= 1_024, () -> "capacity " + log.capacity());
        check(random);
    }

    private void add(Random random, int count, int bytesMax) {
        for (int i = 0; i < count; i++) {
            byte[] payload = new byte[bytesMax == HUGE ? HUGE : random.nextInt(bytesMax)];
            random.nextBytes(payload);
            long zxid = Zxid.of(1, ++counter);
            Entry.Kind kind = random.nextInt(50) == 0 ? Entry.Kind.MEMBERSHIP : Entry.Kind.REQUEST;
            int origin = 1 + random.nextInt(9);
            long place = random.nextInt(1_000);
            Entry entry = new Entry(zxid, origin, random.nextLong(), payload, kind, place);
            log.addLast(entry);
            model.add(entry);
        }
    }

    private void purge(int count) {
        for (int i = 0; i < count; i++) log.removeFirst();
        model.subList(0, count).clear();
    }

    private void cut(int count) {
        for (int i = 0; i < count; i++) {
            log.removeLast();
            model.remove(model.size() - 1);
        }
    }

    private void clear() {
        log.clear();
        model.clear();
    }

    private void check(Random random) {
        assertEquals(model.size(), log.size());
        assertEquals(model.stream().mapToLong(Entry::bytes).sum(), log.bytes());
        for (int k = 0; k < 20 && !model.isEmpty(); k++) {
            int i = k == 0 ? 0 : k == 1 ? model.size() - 1 : random.nextInt(model.size());
            Entry expected = model.get(i);
            Entry found = log.get(i);
            assertEquals(expected.zxid(), log.zxid(i));
            assertEquals(expected.bytes(), log.bytes(i));
            assertEquals(i + 1, log.countThrough(expected.zxid()));
            assertEquals(expected.zxid(), found.zxid());
            assertEquals(expected.tag(), found.tag());
            assertEquals(expected.place(), found.place());
            assertEquals(expected.request(), found.request());
            assertArrayEquals(expected.payload(), found.payload());
        }
    }
}
