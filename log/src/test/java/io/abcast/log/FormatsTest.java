package io.abcast.log;

import static io.abcast.log.Histories.MEMBERS;
import static io.abcast.log.Histories.assertSame;
import static io.abcast.log.Histories.entries;
import static io.abcast.log.Histories.state;
import static io.abcast.log.Histories.z;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Entry;
import io.abcast.kernel.HeldSnapshot;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.Zxid;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests data directories of the previous release, of this release and of a later release. The file {@code
 * version-1.zip} holds the directories of three servers of release 4bd53db after 120 writes; the second server was
 * killed after 60 writes.
 */
final class FormatsTest {
    private static final StorageLimits LIMITS = new StorageLimits(1 << 20, 1 << 20, 0);
    private static final byte[] NO_NOTE = {};

    private final FaultyDirectory dir = new FaultyDirectory();
    private final Answers answers = new Answers();

    private Storage storage() {
        return new FileStorage(dir, 1, MEMBERS, LIMITS, note -> {});
    }

    private static Entry membership(int epoch, int counter) {
        return new Entry(z(epoch, counter), 2, 9, new byte[] {1, 2}, Entry.Kind.MEMBERSHIP);
    }

    private String identity() throws IOException {
        return new String(dir.bytes(FileNames.IDENTITY), StandardCharsets.UTF_8);
    }

    private void madeInFormat(int format) throws IOException {
        try (Storage storage = storage()) {
            storage.recover(new Answers());
        }
        new Identity(1, MEMBERS, format).write(dir);
    }

    private void assertFormat(int expected) throws IOException {
        String title = "abcast data directory, format " + expected + "\n";
        assertTrue(identity().startsWith(title), identity());
    }

    private int segmentVersion(String name) {
        return ByteBuffer.wrap(dir.bytes(name)).getInt(8);
    }

    @Test
    void directoriesOfThePreviousReleaseAreReadAndContinuedInItsFormat(@TempDir Path temp)
            throws IOException {
        unzip(temp);
        for (int id = 1; id <= 3; id++) {
            Path path = temp.resolve("data-" + id);
            byte[] identity = Files.readAllBytes(path.resolve(FileNames.IDENTITY));
            assertEquals(
                    List.of(), LogInspector.verify(path).problems(), () -> "server of " + path);
            Answers told = new Answers();
            int last = id == 2 ? 60 : 120;
            try (Storage storage = Storages.open(Durability.FSYNC, path, id, MEMBERS, n -> {})) {
                Recovered found = storage.recover(told);
                assertEquals(z(1, last), found.lastZxid());
                assertEquals(z(1, id == 2 ? 51 : 102), found.snapshot().zxid());
                assertEquals(0, found.note().length);
                assertEquals(List.of(), found.memberships());
                assertTrue(found.persisted().length > 0);
                storage.readLog(found.logAfter(), 1 << 20);
                List<Entry> entries = told.read().entries();
                assertEquals(last, entries.size());
                String text =
                        new String(entries.get(last - 1).payload(), StandardCharsets.US_ASCII);
                assertTrue(text.endsWith("value " + (last - 1)), text);
                storage.append(Histories.entry(1, last + 1));
                storage.flush();
                told.awaitSynced(1);
                storage.takeSnapshot(z(1, last + 1), NO_NOTE, out -> out.write(1));
                assertEquals(z(1, last + 1), told.taken().zxid());
            }
            assertArrayEquals(identity, Files.readAllBytes(path.resolve(FileNames.IDENTITY)));
            for (LogInspector.Snapshot s : LogInspector.verify(path).snapshots())
                assertEquals(1, versionOf(path.resolve(s.file())), s.file());
            for (LogInspector.Segment s : LogInspector.verify(path).segments())
                assertEquals(1, versionOf(path.resolve(s.file())), s.file());
        }
    }

    private static int versionOf(Path file) throws IOException {
        return ByteBuffer.wrap(Files.readAllBytes(file)).getInt(8);
    }

    private static void unzip(Path to) throws IOException {
        try (ZipInputStream in =
                new ZipInputStream(FormatsTest.class.getResourceAsStream("version-1.zip"))) {
            for (ZipEntry entry; (entry = in.getNextEntry()) != null; ) {
                Path file = to.resolve(entry.getName()).normalize();
                assertTrue(file.startsWith(to));
                Files.createDirectories(file.getParent());
                Files.copy(in, file);
            }
        }
    }

    @Test
    void aDirectoryIsRaisedByItsFirstChangeOfTheMembershipAndNotBefore() throws IOException {
        madeInFormat(1);
        try (Storage storage = storage()) {
            storage.recover(answers);
            for (Entry entry : entries(1, 1, 5)) storage.append(entry);
            storage.persist(new byte[] {1});
            storage.flush();
            answers.awaitSynced(5);
            assertFormat(1);
            storage.append(membership(1, 6));
            storage.append(Histories.entry(2, 1));
            storage.flush();
            answers.awaitSynced(7);
        }
        assertFormat(6);
        assertEquals(
                1,
                segmentVersion(FileNames.segment(z(1, 1))),
                "an existing segment keeps its format");
        assertEquals(6, segmentVersion(FileNames.segment(z(1, 6), 0)));
        try (Storage storage = storage()) {
            Answers told = new Answers();
            Recovered found = storage.recover(told);
            Histories.assertSame(List.of(membership(1, 6)), found.memberships());
            storage.readLog(0, 1 << 20);
            List<Entry> expected = new ArrayList<>(entries(1, 1, 5));
            expected.add(membership(1, 6));
            expected.add(Histories.entry(2, 1));
            List<Entry> read = told.read().entries();
            Histories.assertSame(expected, read);
            assertTrue(read.get(5).isMembership());
            assertFalse(read.get(6).isMembership());
            storage.truncate(z(1, 5));
            storage.append(Histories.entry(3, 1));
            storage.flush();
            told.awaitSynced(2);
        }
        try (Storage storage = storage()) {
            Recovered found = storage.recover(new Answers());
            assertEquals(z(3, 1), found.lastZxid());
            assertEquals(List.of(), found.memberships());
        }
        assertFormat(6);
    }

    @Test
    void aNoteIsFoundAgainWithItsSnapshotTakenOrInstalled() throws IOException {
        madeInFormat(1);
        byte[] note = {4, 0, 4};
        try (Storage storage = storage()) {
            storage.recover(answers);
            for (Entry entry : entries(1, 1, 5)) storage.append(entry);
            storage.takeSnapshot(z(1, 3), NO_NOTE, out -> out.write(state(z(1, 3))));
            answers.taken();
            assertFormat(1);
            storage.takeSnapshot(z(1, 4), note, out -> out.write(state(z(1, 4))));
            SnapshotId taken = answers.taken();
            assertFormat(6);
            try (InputStream in = storage.openSnapshot(taken)) {
                assertArrayEquals(
                        state(z(1, 4)), in.readAllBytes(), "the note is not part of the content");
            }
            storage.flush();
        }
        try (Storage storage = storage()) {
            Answers told = new Answers();
            assertArrayEquals(note, storage.recover(told).note());
            byte[] content = state(z(7, 7));
            SnapshotId id = Histories.idOf(z(7, 7), content);
            storage.writeSnapshot(id, 0, content);
            storage.installSnapshot(id, new byte[] {9});
            assertTrue(told.installed().installed());
            storage.readSnapshot(id, 0, 1 << 20);
            assertArrayEquals(content, told.chunk().bytes());
        }
        try (Storage storage = storage()) {
            Recovered found = storage.recover(new Answers());
            assertEquals(z(7, 7), found.snapshot().zxid());
            assertArrayEquals(new byte[] {9}, found.note());
        }
    }

    @Test
    void anEntryIsFoundAgainWithItsPlaceInASlot() throws IOException {
        madeInFormat(1);
        long[] places = {
            0,
            Entry.placeOf(1, false),
            Entry.placeOf(1, true),
            Entry.placeOf(63, true),
            Entry.placeOf(64, false),
            Entry.placeOf(64, true),
            Entry.placeOf(Long.MAX_VALUE >>> 1, true)
        };
        List<Entry> placed = new ArrayList<>();
        for (int i = 0; i < places.length; i++) {
            byte[] payload = new byte[i % 3];
            placed.add(Entry.tagged(z(1, i + 1), 1 + i % 3, places[i], 7L * i, payload));
        }
        try (Storage storage = storage()) {
            storage.recover(answers);
            storage.append(placed.get(0));
            storage.flush();
            answers.awaitSynced(1);
            assertFormat(1);
            for (Entry entry : placed.subList(1, placed.size())) storage.append(entry);
            storage.flush();
            answers.awaitSynced(placed.size());
            assertFormat(6);
            storage.readLog(Zxid.NONE, 1 << 20);
            assertSame(placed, answers.read().entries());
        }
        try (Storage storage = storage()) {
            Answers again = new Answers();
            assertEquals(z(1, places.length), storage.recover(again).lastZxid());
            storage.readLog(z(1, 2), 1 << 20);
            List<Entry> read = again.read().entries();
            assertSame(placed.subList(2, placed.size()), read);
            for (int i = 2; i < places.length; i++)
                assertEquals(places[i], read.get(i - 2).place());
        }
    }

    @Test
    void aDigestIsFoundAgainWithItsSnapshotTakenOrInstalled() throws IOException {
        madeInFormat(1);
        byte[] note = {4, 0, 4};
        try (Storage storage = storage()) {
            storage.recover(answers);
            for (Entry entry : entries(1, 1, 5)) storage.append(entry);
            storage.takeSnapshot(z(1, 3), note, out -> out.write(state(z(1, 3))));
            answers.taken();
            storage.takeSnapshot(z(1, 4), note, true, out -> out.write(state(z(1, 4))));
            answers.taken();
            assertFormat(6);
            storage.flush();
        }
        try (Storage storage = storage()) {
            Answers told = new Answers();
            List<HeldSnapshot> held = storage.recover(told).held();
            assertEquals(2, held.size());
            assertEquals(z(1, 3), held.get(0).id().zxid());
            assertEquals(null, held.get(0).content());
            assertEquals(Digest.of(state(z(1, 4))), held.get(1).content());
            assertArrayEquals(note, held.get(1).note());
            byte[] content = state(z(7, 7));
            SnapshotId id = Histories.idOf(z(7, 7), content);
            storage.writeSnapshot(id, 0, content);
            storage.installSnapshot(id, new byte[] {9}, Digest.of(content));
            assertTrue(told.installed().installed());
        }
        try (Storage storage = storage()) {
            List<HeldSnapshot> held = storage.recover(new Answers()).held();
            assertEquals(1, held.size());
            assertEquals(Digest.of(state(z(7, 7))), held.get(0).content());
            assertArrayEquals(new byte[] {9}, held.get(0).note());
        }
    }

    @Test
    void aRottenNoteIsDetected() throws IOException {
        try (Storage storage = storage()) {
            storage.recover(answers);
            storage.append(Histories.entry(1, 1));
            storage.takeSnapshot(z(1, 1), new byte[] {1, 2, 3}, out -> out.write(5));
            answers.taken();
            storage.flush();
        }
        String name =
                dir.list().stream()
                        .filter(n -> FileNames.snapshotZxid(n, FileNames.SNAPSHOT_SUFFIX) > 0)
                        .findFirst()
                        .orElseThrow();
        byte[] good = dir.bytes(name).clone();
        for (int at = SnapshotLayout.HEADER_BYTES + 1; at < good.length; at++) {
            byte[] bad = good.clone();
            bad[at] ^= 8;
            dir.replace(name, bad);
            String problem = SnapshotScan.scan(dir).get(1).problem();
            assertEquals("its note is damaged", problem, "byte " + at);
        }
        dir.replace(name, good);
        assertEquals(null, SnapshotScan.scan(dir).get(1).problem());
    }

    @Test
    void aNewDirectoryHasTheNewestFormat() throws IOException {
        try (Storage storage = storage()) {
            storage.recover(answers);
            storage.append(Histories.entry(1, 1));
            storage.flush();
            answers.awaitSynced(1);
        }
        assertFormat(DirectoryFormat.NEWEST);
        assertEquals(DirectoryFormat.NEWEST, segmentVersion(FileNames.segment(1, 0)));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5})
    void aDirectoryThatThePreviousReleaseCannotReadIsRaisedByAStart(int format) throws IOException {
        madeInFormat(format);
        try (Storage storage = storage()) {
            storage.recover(answers);
            for (Entry entry : entries(1, 1, 5)) storage.append(entry);
            storage.flush();
            answers.awaitSynced(5);
        }
        assertFormat(6);
        try (Storage storage = storage()) {
            assertEquals(z(1, 5), storage.recover(new Answers()).lastZxid());
        }
    }

    @Test
    void filesOfALaterReleaseAreRefusedAndNotRepaired(@TempDir Path temp) throws IOException {
        unzip(temp);
        Path path = temp.resolve("data-1");
        Path identity = path.resolve(FileNames.IDENTITY);
        byte[] before = Files.readAllBytes(identity);
        Files.writeString(identity, Files.readString(identity).replace("format 1", "format 7"));
        refuses(
                path,
                "identity at offset 0: format: expected 1 to 6, found 7; was it written by a");
        String unchanged =
                assertThrows(IOException.class, () -> LogInspector.repair(path, true)).getMessage();
        assertTrue(unchanged.contains("found 7"), unchanged);
        Files.write(identity, before);

        Path segment = path.resolve("log-0000000100000001.abl");
        raise(segment, 36, 36);
        refuses(
                path,
                "log-0000000100000001.abl at offset 0: segment format: expected 1 to 6, found 7");
        lower(segment, 36, 36);

        Path state = path.resolve(FileNames.STATE);
        raise(state, 20, (int) Files.size(state));
        refuses(
                path,
                "state at offset 8: format: expected version 1, found 7; was it written by a");
        lower(state, 20, (int) Files.size(state));

        for (LogInspector.Snapshot s : LogInspector.verify(path).snapshots())
            raise(path.resolve(s.file()), 36, 36);
        refuses(
                path,
                "snapshot format: expected 1 to 6, found 7; was it written by a later release?");
    }

    private static void raise(Path file, int crcAt, int length) throws IOException {
        setVersion(file, 7, crcAt, length);
    }

    private static void lower(Path file, int crcAt, int length) throws IOException {
        setVersion(file, 1, crcAt, length);
    }

    private static void setVersion(Path file, int version, int crcAt, int length)
            throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file));
        bytes.putInt(8, version).putInt(crcAt, 0);
        bytes.putInt(crcAt, Records.checksum(bytes.array(), length));
        Files.write(file, bytes.array());
    }

    private static void refuses(Path path, String expected) {
        String said =
                assertThrows(
                                IOException.class,
                                () -> {
                                    try (Storage storage =
                                            Storages.open(
                                                    Durability.FSYNC, path, 1, MEMBERS, n -> {})) {
                                        storage.recover(new Answers());
                                    }
                                })
                        .getMessage();
        assertTrue(said.contains(expected) && said.contains(path.toString()), said);
    }
}
