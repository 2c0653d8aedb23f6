package io.abcast.log;

import static io.abcast.log.Histories.MEMBERS;
import static io.abcast.log.Histories.z;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Entry;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.VoteRecord;
import io.abcast.kernel.Zxid;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tests how many bytes votes take in the log, and how recovery finds votes. */
class VotesInLogTest {
    private static final StorageLimits LIMITS = new StorageLimits(1 << 20, 8 << 20, 0);
    private static final int PAYLOAD_BYTES = 1024;
    private static final int VOTE_OVERHEAD = 40;

    private final FaultyDirectory dir = new FaultyDirectory();
    private final Answers answers = new Answers();
    private final Random random = new Random(1);

    private Storage storage() {
        return new FileStorage(
                dir, 1, MEMBERS, LIMITS, note -> {}, Histories.preparing(Histories.AT_ONCE));
    }

    private Entry entry(int slot) {
        byte[] payload = new byte[PAYLOAD_BYTES];
        random.nextBytes(payload);
        long place = Entry.placeOf(slot, true);
        return new Entry(z(1, slot), 1, slot, payload, Entry.Kind.REQUEST, place);
    }

    private static byte[] vote(Entry entry) {
        byte[] record = new byte[VOTE_OVERHEAD + entry.payload().length];
        System.arraycopy(entry.payload(), 0, record, VOTE_OVERHEAD, entry.payload().length);
        return record;
    }

    @Test
    void aPayloadIsWrittenOnce() throws IOException {
        int slots = 4_000;
        List<Entry> entries = new ArrayList<>();
        try (Storage storage = storage()) {
            storage.recover(answers);
            for (int slot = 1; slot <= slots; slot += 4) {
                for (int s = slot; s < slot + 4; s++) {
                    entries.add(entry(s));
                    Entry entry = entries.get(s - 1);
                    storage.vote(s, Math.max(1, s - 8), () -> vote(entry));
                    if (s > 4) storage.append(entries.get(s - 5));
                }
                storage.flush();
            }
            answers.awaitSynced(2L * slots - 4);
            double ratio = (double) storage.figures().bytesWritten() / slots / PAYLOAD_BYTES;
            assertTrue(ratio <= 1.25, "bytes written for a byte of payload: " + ratio);
        }
        try (Storage storage = storage()) {
            Recovered found = storage.recover(new Answers());
            assertEquals(z(1, slots - 4), found.lastZxid());
            for (VoteRecord open :
                    found.votes().subList(found.votes().size() - 4, found.votes().size()))
                assertArrayEquals(vote(entries.get((int) open.slot() - 1)), open.bytes());
        }
        Answers reads = new Answers();
        try (Storage storage = storage()) {
            storage.recover(reads);
            storage.readLog(Zxid.NONE, 100 * PAYLOAD_BYTES);
            List<Entry> read = reads.read().entries();
            Histories.assertSame(entries.subList(0, read.size()), read);
        }
    }

    private static void vote(Storage storage, int from, int through, long openFrom) {
        for (int slot = from; slot <= through; slot++) {
            byte[] record = {(byte) slot, 1, 2};
            storage.vote(slot, openFrom, () -> record);
        }
    }

    private List<Long> openSlots() throws IOException {
        try (Storage storage = storage()) {
            List<Long> slots = new ArrayList<>();
            for (VoteRecord vote : storage.recover(new Answers()).votes()) slots.add(vote.slot());
            return slots;
        }
    }

    @Test
    void votesAreFoundAfterARestartFromTheLowestOpenSlotOn() throws IOException {
        try (Storage storage = storage()) {
            storage.recover(answers);
            vote(storage, 1, 5, 1);
            storage.vote(6, 4, () -> new byte[3]);
            storage.flush();
        }
        assertEquals(List.of(4L, 5L, 6L), openSlots());
        assertEquals(List.of(4L, 5L, 6L), openSlots(), "the same votes after another restart");
    }

    @Test
    void tornTailCutsOnlyTheLastVotes() throws IOException {
        try (Storage storage = storage()) {
            storage.recover(answers);
            vote(storage, 1, 3, 1);
            storage.flush();
            answers.awaitSynced(3);
            vote(storage, 4, 4, 1);
            storage.flush();
        }
        String name = segment();
        byte[] all = dir.bytes(name);
        int mark = Records.HEADER_BYTES;
        dir.replace(name, Arrays.copyOf(all, all.length - mark - 1));
        assertEquals(List.of(1L, 2L, 3L), openSlots());
    }

    @Test
    void damageToADurableVoteIsRefused() throws IOException {
        try (Storage storage = storage()) {
            storage.recover(answers);
            vote(storage, 1, 3, 1);
            storage.flush();
        }
        dir.bytes(segment())[Records.SEGMENT_HEADER_BYTES + Records.HEADER_BYTES] ^= 1;
        assertThrows(CorruptLogException.class, this::openSlots);
    }

    private String segment() throws IOException {
        for (String name : dir.list()) if (FileNames.segmentNumber(name) >= 0) return name;
        throw new AssertionError("no segment in " + dir.list());
    }

    @Test
    void entryThatRefersToAVoteIsDumpedWithItsPayload() throws IOException {
        Entry entry = entry(1);
        try (Storage storage = storage()) {
            storage.recover(answers);
            storage.vote(1, 1, () -> vote(entry));
            storage.append(entry);
            storage.flush();
        }
        byte[] all = dir.bytes(segment());
        int end = all.length - Records.HEADER_BYTES;
        assertTrue(end < 1_300, "one payload: " + end);
        SegmentScan scan =
                SegmentScan.scan(
                        segment(),
                        dir.openToRead(segment()),
                        new RecordReader(),
                        1,
                        at -> Histories.assertSame(List.of(entry), List.of(at.entry())));
        assertEquals(1, scan.entries());
        assertEquals(1, scan.votes());
    }

    @Test
    void powerCutWhileALogIsDiscardedLosesNoNewerVote() throws IOException {
        StorageLimits small = new StorageLimits(600, 8 << 20, 0);
        try (Storage storage =
                new FileStorage(
                        dir, 1, MEMBERS, small, n -> {}, Histories.preparing(Histories.AT_ONCE))) {
            storage.recover(answers);
            storage.vote(10, 1, () -> "older".getBytes(UTF_8));
            for (int slot = 11; slot <= 14; slot++) storage.vote(slot, 1, () -> new byte[400]);
            storage.vote(10, 1, () -> "newer".getBytes(UTF_8));
            storage.flush();
            answers.awaitSynced(6);
            storage.takeSnapshot(
                    z(1, 3), Histories.NOTE, false, to -> to.write(Histories.state(z(1, 3))));
            answers.taken();
        }
        int interrupted = 0;
        for (int cut = 1; ; cut++) {
            FaultyDirectory now = dir.copy();
            now.cutPowerAt(cut);
            try (Storage storage =
                    new FileStorage(
                            now,
                            1,
                            MEMBERS,
                            small,
                            n -> {},
                            Histories.preparing(Histories.AT_ONCE))) {
                storage.recover(new Answers());
            } catch (IOException e) {
                interrupted++;
            }
            if (!now.isOff()) break;
            for (FaultyDirectory left :
                    List.of(now.afterKill(), now.afterPowerCut(new Random(cut))))
                assertEquals("newer", voteOf10(left, small), "power cut at operation " + cut);
        }
        assertTrue(interrupted > 5, "starts that were interrupted: " + interrupted);
    }

    private static String voteOf10(FaultyDirectory in, StorageLimits limits) throws IOException {
        try (Storage storage =
                new FileStorage(
                        in, 1, MEMBERS, limits, n -> {}, Histories.preparing(Histories.AT_ONCE))) {
            for (VoteRecord vote : storage.recover(new Answers()).votes())
                if (vote.slot() == 10) return new String(vote.bytes(), UTF_8);
        }
        return "none";
    }

    @Test
    void voteInASlotThatAnEarlierVoteHadClosedIsFoundAgain() throws IOException {
        try (Storage storage = storage()) {
            storage.recover(answers);
            storage.vote(21, 21, () -> new byte[3]);
            storage.flush();
        }
        try (Storage storage = storage()) {
            storage.recover(new Answers());
            storage.vote(11, 11, () -> new byte[3]);
            storage.flush();
        }
        assertTrue(openSlots().contains(11L), "slots with votes: " + openSlots());
    }
}
