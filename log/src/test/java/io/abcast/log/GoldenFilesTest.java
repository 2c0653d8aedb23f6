package io.abcast.log;

import static io.abcast.log.Histories.z;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Entry;
import io.abcast.kernel.Membership;
import io.abcast.kernel.MembershipChange;
import io.abcast.kernel.Reconfiguration;
import io.abcast.kernel.SnapshotId;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares the bytes that a storage writes with golden files, which other code has computed. A change that fails this
 * test must raise the version of the file format, and must still read the old format.
 */
final class GoldenFilesTest {
    private static final int SERVER = 2;
    private static final StorageLimits LIMITS = new StorageLimits(1 << 20, 1 << 20, 0);
    private static final List<Entry> ENTRIES =
            List.of(
                    new Entry(z(7, 1), 3, 0x0123_4567_89AB_CDEFL, ascii("hello")),
                    new Entry(z(7, 2), 65_535, -1, new byte[0]));

    private static final Reconfiguration CHANGE =
            Reconfiguration.of(
                    Membership.of(new int[] {1, 2, 3}, new int[] {4}),
                    new MembershipChange(MembershipChange.Kind.PROMOTE, 4));
    private static final Entry MEMBERSHIP =
            new Entry(z(7, 3), 2, 9, CHANGE.encode(), Entry.Kind.MEMBERSHIP);

    private final FaultyDirectory dir = new FaultyDirectory();

    @Test
    void segmentIsWrittenAsFixed() throws IOException {
        SegmentedLog log = log(2, List.of());
        for (Entry entry : ENTRIES) log.append(entry);
        log.append(MEMBERSHIP);
        log.sync();
        log.markSynced();
        assertEquals(golden("segment.hex"), hex(dir.bytes("log-0000000700000001.abl")));
    }

    @Test
    void fixedSegmentIsRead() throws IOException {
        List<Entry> read = read("segment.hex");
        assertEquals(CHANGE, Reconfiguration.decode(read.get(2).payload()));
        Histories.assertSame(List.of(ENTRIES.get(0), ENTRIES.get(1), MEMBERSHIP), read);
    }

    @Test
    void segmentIsWrittenAsByTheFirstReleaseWhileItHoldsNoMembership() throws IOException {
        SegmentedLog log = log(1, List.of());
        for (Entry entry : ENTRIES) log.append(entry);
        log.sync();
        log.markSynced();
        assertEquals(golden("segment-1.hex"), hex(dir.bytes("log-0000000700000001.abl")));
    }

    private static final List<Entry> VOTED =
            List.of(
                    new Entry(
                            z(6, 10),
                            3,
                            77,
                            ascii("the payload of the entry"),
                            Entry.Kind.REQUEST,
                            Entry.placeOf(4, true)),
                    new Entry(
                            z(6, 11),
                            3,
                            78,
                            ascii("hi"),
                            Entry.Kind.REQUEST,
                            Entry.placeOf(5, true)));

    @ParameterizedTest
    @ValueSource(ints = {5, 6})
    void segmentWithAVoteIsWrittenAndReadAsFixed(int format) throws IOException {
        String file = "segment-" + format + ".hex";
        SegmentedLog log = log(format, List.of());
        log.vote(4, 3, ascii("value: the payload of the entry."));
        for (Entry entry : VOTED) log.append(entry);
        log.sync();
        log.markSynced();
        String name = "log-000000060000000a-00000000.abl";
        assertEquals(golden(file), hex(dir.bytes(name)));
        List<Entry> read = new ArrayList<>();
        LogScan scan = LogScan.scan(dir, new RecordReader(), SERVER, at -> read.add(at.entry()));
        assertEquals(List.of(), scan.problems());
        Histories.assertSame(VOTED, read);
        byte[] bytes = HexFormat.of().parseHex(golden(file));
        for (int at = 0; at < bytes.length - Records.HEADER_BYTES; at++) {
            byte[] damaged = bytes.clone();
            damaged[at] ^= 1;
            dir.replace(name, damaged);
            assertNotEquals(
                    List.of(),
                    LogScan.scan(dir, new RecordReader(), SERVER, entry -> {}).problems(),
                    "at " + at);
        }
    }

    private SegmentedLog log(int format, List<Segment> found) {
        return new SegmentedLog(
                dir,
                SERVER,
                format(format),
                LIMITS,
                new SpareSegments(dir, LIMITS, task -> false, note -> {}),
                new RecordReader(),
                z(6, 9),
                found,
                new OpenVotes());
    }

    private DirectoryFormat format(int version) {
        Identity identity = new Identity(SERVER, Membership.of(1, 2, 3), version);
        return new DirectoryFormat(dir, identity);
    }

    @Test
    void segmentOfTheFirstReleaseIsRead() throws IOException {
        Histories.assertSame(ENTRIES, read("segment-1.hex"));
    }

    @Test
    void segmentOfTheFirstReleaseIsNotContinued() throws IOException {
        read("segment-1.hex");
        List<Segment> found = new ArrayList<>();
        LogScan scan = LogScan.scan(dir, new RecordReader(), SERVER, at -> {});
        for (SegmentScan each : scan.segments())
            found.add(new Segment(each, dir.open(each.name())));
        SegmentedLog log = log(1, found);
        log.append(MEMBERSHIP);
        log.sync();
        log.markSynced();
        assertEquals(golden("segment-1.hex"), hex(dir.bytes("log-0000000700000001.abl")));
        List<Entry> read = new ArrayList<>();
        LogScan.scan(dir, new RecordReader(), SERVER, at -> read.add(at.entry()));
        Histories.assertSame(List.of(ENTRIES.get(0), ENTRIES.get(1), MEMBERSHIP), read);
    }

    private List<Entry> read(String golden) throws IOException {
        dir.replace("log-0000000700000001.abl", HexFormat.of().parseHex(golden(golden)));
        List<Entry> read = new ArrayList<>();
        LogScan scan = LogScan.scan(dir, new RecordReader(), SERVER, at -> read.add(at.entry()));
        assertEquals(List.of(), scan.problems());
        assertEquals(1, scan.segments().get(0).marks());
        assertEquals(z(6, 9), scan.afterZxid(0));
        return read;
    }

    @Test
    void snapshotOfTheFirstReleaseIsReadAndHasNoNote() throws IOException {
        SnapshotId id = Histories.idOf(z(7, 2), ascii("state of the machine"));
        String name = FileNames.snapshot(id, FileNames.SNAPSHOT_SUFFIX);
        dir.replace(name, HexFormat.of().parseHex(golden("snapshot-1.hex")));
        assertScanned(name, id, new byte[0]);
    }

    @Test
    void aDamagedNoteMakesADamagedSnapshot() throws IOException {
        SnapshotId id = Histories.idOf(z(7, 2), ascii("state of the machine"));
        String name = FileNames.snapshot(id, FileNames.SNAPSHOT_SUFFIX);
        byte[] bytes = HexFormat.of().parseHex(golden("snapshot.hex"));
        for (int at = SnapshotLayout.HEADER_BYTES + 20; at < bytes.length; at++) {
            byte[] damaged = bytes.clone();
            damaged[at] ^= 1;
            dir.replace(name, damaged);
            assertNotNull(SnapshotScan.scan(dir).get(0).problem(), "at " + at);
        }
    }

    @Test
    void snapshotIsWrittenAndReadAsFixed() throws IOException {
        SnapshotFiles snapshots = new SnapshotFiles(dir, SERVER, format(1));
        byte[] content = ascii("state of the machine");
        SnapshotId id =
                snapshots.write(z(7, 2), Histories.NOTE, false, out -> out.write(content)).id();
        snapshots.publish(id, 0);
        assertEquals(Histories.idOf(z(7, 2), content), id);
        String name = String.format("snapshot-0000000700000002-%08x.abs", id.crc());
        assertEquals(golden("snapshot.hex"), hex(dir.bytes(name)));
        assertScanned(name, id, Histories.NOTE);
    }

    @Test
    void snapshotWithoutANoteIsWrittenAsByTheFirstRelease() throws IOException {
        SnapshotFiles snapshots = new SnapshotFiles(dir, SERVER, format(2));
        byte[] content = ascii("state of the machine");
        SnapshotId id =
                snapshots.write(z(7, 2), new byte[0], false, out -> out.write(content)).id();
        snapshots.publish(id, 0);
        String name = FileNames.snapshot(id, FileNames.SNAPSHOT_SUFFIX);
        assertEquals(golden("snapshot-1.hex"), hex(dir.bytes(name)));
    }

    @Test
    void snapshotWithADigestIsWrittenAndReadAsFixed() throws IOException {
        SnapshotFiles snapshots = new SnapshotFiles(dir, SERVER, format(1));
        byte[] content = ascii("state of the machine");
        SnapshotFiles.Written written =
                snapshots.write(z(7, 2), Histories.NOTE, true, out -> out.write(content));
        snapshots.publish(written.id(), 0);
        assertEquals(Digest.of(content), written.digest());
        String name = FileNames.snapshot(written.id(), FileNames.SNAPSHOT_SUFFIX);
        assertEquals(golden("snapshot-3.hex"), hex(dir.bytes(name)));
        assertScanned(name, written.id(), Histories.NOTE);
        assertEquals(Digest.of(content), SnapshotScan.scan(dir).get(0).digest());
        byte[] bytes = dir.bytes(name).clone();
        for (int at = SnapshotLayout.HEADER_BYTES; at < bytes.length; at++) {
            byte[] damaged = bytes.clone();
            damaged[at] ^= 1;
            dir.replace(name, damaged);
            assertNotNull(SnapshotScan.scan(dir).get(0).problem(), "at " + at);
        }
    }

    private void assertScanned(String name, SnapshotId id, byte[] note) throws IOException {
        List<SnapshotScan> scans = SnapshotScan.scan(dir);
        assertEquals(1, scans.size());
        SnapshotScan scan = scans.get(0);
        assertEquals(name, scan.name());
        assertEquals(id.zxid(), scan.zxid());
        assertEquals(id, scan.id());
        assertNull(scan.problem());
        assertArrayEquals(note, scan.note());
    }

    @Test
    void stateIsWrittenAndReadAsFixed() throws IOException {
        SmallFile state = new SmallFile(dir, FileNames.STATE, SERVER);
        state.write(new byte[] {1, 2, 3});
        assertEquals(golden("state.hex"), hex(dir.bytes(FileNames.STATE)));
        assertEquals("010203", hex(state.read()));
    }

    @Test
    void anEntryTakesTheOverheadThatTheContractNames() {
        assertEquals(Entry.OVERHEAD_BYTES, Records.HEADER_BYTES);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    private static String golden(String name) throws IOException {
        try (InputStream in = GoldenFilesTest.class.getResourceAsStream(name)) {
            StringBuilder digits = new StringBuilder();
            new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .forEach(digits::append);
            return digits.toString();
        }
    }
}
