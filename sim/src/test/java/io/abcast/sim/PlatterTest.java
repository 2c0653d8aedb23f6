package io.abcast.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Entry;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.Zxid;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The model of a damaged disk: what the real recovery makes of the same is in the kernel's DamageTest. */
class PlatterTest {
    private final Platter platter = new Platter();

    @Test
    void unfinishedWriteIsCutAndCounted() {
        append(1, 3);
        platter.tear(List.of(entry(4), entry(5), entry(6)), new Rng(1));
        assertNull(platter.recover(DiskModel.Lie.NONE));
        assertEquals(Zxid.of(1, 3), platter.image().lastZxid());
        assertEquals(1, platter.tornTails());
        assertNull(platter.recover(DiskModel.Lie.NONE));
        assertEquals(1, platter.tornTails());
    }

    @Test
    void rottenEntryRefusesToStartUntilTheLogIsCut() {
        boolean atTheEnd = false;
        boolean before = false;
        for (int seed = 0; seed < 60; seed++) {
            Platter rotten = new Platter();
            for (int i = 1; i <= 5; i++) rotten.image().append(entry(i));
            rotten.rot(new Rng(seed));
            if (rotten.problem() == null) continue; // there is no state and no snapshot to rot
            assertNotNull(rotten.recover(DiskModel.Lie.NONE));
            assertNotNull(rotten.recover(DiskModel.Lie.NONE), "it is asked again");
            assertEquals(Zxid.of(1, 5), rotten.image().lastZxid(), "nothing is cut silently");
            assertTrue(rotten.repair());
            assertNull(rotten.recover(DiskModel.Lie.NONE));
            assertTrue(rotten.repaired() && rotten.lost());
            int last = Zxid.counter(rotten.image().lastZxid());
            assertTrue(last < 5, "cut after " + last);
            atTheEnd |= last == 4;
            before |= last < 4;
            rotten.state(new byte[1]);
            assertFalse(rotten.repaired(), "a state that knows of the repair is durable");
        }
        assertTrue(atTheEnd && before, "both happen");
    }

    @Test
    void rottenStateIsNotRepaired() {
        platter.state(new byte[] {1});
        rotUntilProblem();
        assertFalse(platter.repair());
        platter.wipe();
        assertNull(platter.recover(DiskModel.Lie.NONE));
        assertNull(platter.state());
    }

    @Test
    void rottenSnapshotIsPutAsideWhereTheLogReachesBack() {
        append(1, 5);
        snapshot(2);
        snapshot(4);
        rotSnapshot();
        assertNull(platter.recover(DiskModel.Lie.NONE));
        assertEquals(Zxid.of(1, 2), platter.image().newestSnapshotZxid());
        assertEquals(Zxid.of(1, 5), platter.image().lastZxid());
        assertEquals(1, platter.fallbacks());
    }

    @Test
    void rottenSnapshotThatBeginsTheHistoryRefusesToStart() {
        byte[] content = new byte[3];
        SnapshotId id = new SnapshotId(Zxid.of(1, 9), content.length, 0);
        platter.image().install(new LogImage.Stored(id, content, new byte[0], null));
        rotSnapshot();
        assertNotNull(platter.recover(DiskModel.Lie.NONE));
        assertFalse(platter.repair());
    }

    private void rotUntilProblem() {
        for (int seed = 0; platter.problem() == null; seed++) platter.rot(new Rng(seed));
    }

    /** With the first seed that hits the snapshot and nothing else. */
    private void rotSnapshot() {
        int seed = 0;
        while (new Rng(seed).below(6) != 1) seed++;
        platter.rot(new Rng(seed));
    }

    private void append(int first, int last) {
        for (int i = first; i <= last; i++) platter.image().append(entry(i));
    }

    private void snapshot(int counter) {
        SnapshotId id = new SnapshotId(Zxid.of(1, counter), 1, counter);
        platter.image().addSnapshot(new LogImage.Stored(id, new byte[1], new byte[0], null), null);
    }

    private static Entry entry(int counter) {
        return new Entry(Zxid.of(1, counter), 1, counter, new byte[1]);
    }
}
