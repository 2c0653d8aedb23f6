package io.abcast.jgroups;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ReadsTest {
    private static Read read() {
        return new Read(
                new ReadCallback() {
                    @Override
                    public void onReady() {}

                    @Override
                    public void onFailed(AbcastException why) {}
                });
    }

    @Test
    void readsOfOneBatchShareANumberAndAreAnsweredTogether() {
        Reads reads = new Reads();
        Read a = read();
        Read b = read();
        Read c = read();
        assertEquals(0, reads.close(), "nothing gathered");
        reads.gather(a, 10);
        reads.gather(b, 12);
        assertEquals(1, reads.close());
        reads.gather(c, 20);
        assertEquals(2, reads.close());
        List<Read> ready = new ArrayList<>();
        reads.pollThrough(1, ready::addAll);
        assertEquals(List.of(a, b), ready);
        reads.pollThrough(7, ready::addAll);
        assertEquals(List.of(a, b, c), ready);
    }

    @Test
    void eachLateGroupIsHandedOverOnce() {
        Reads reads = new Reads();
        Read a = read();
        Read b = read();
        reads.gather(a, 10);
        reads.close();
        reads.gather(b, 20);
        reads.close();
        assertNull(reads.expire(9));
        assertEquals(List.of(a), reads.expire(15));
        assertNull(reads.expire(15));
        assertEquals(List.of(b), reads.expire(20));
        List<Read> left = new ArrayList<>();
        reads.pollThrough(Long.MAX_VALUE, left::addAll);
        assertEquals(List.of(), left);
    }
}
