package io.abcast.kernel.log;

import static io.abcast.kernel.log.Histories.z;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.abcast.kernel.Entry;
import io.abcast.kernel.SnapshotId;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The bytes on disk, fixed in files that were computed without this code. Who changes a format changes its version number
 * and reads the old one.
 */
final class GoldenFilesTest {
    private static final int SERVER = 2;
    private static final StorageLimits LIMITS = new StorageLimits(1 << 20, 1 << 20, 0);
    private static final List<Entry> ENTRIES =
            List.of(
                    new Entry(z(7, 1), 3, 0x0123_4567_89AB_CDEFL, ascii("hello")),
                    new Entry(z(7, 2), 65_535, -1, new byte[0]));

    private final FaultyDirectory dir = new FaultyDirectory();

    @Test
    void segmentIsWrittenAsFixed() throws IOException {
        SegmentedLog log =
                new SegmentedLog(dir, SERVER, LIMITS, new RecordReader(), z(6, 9), List.of());
        for (Entry entry : ENTRIES) log.append(entry);
        log.sync();
        log.markSynced();
        assertEquals(golden("segment.hex"), hex(dir.bytes("log-0000000700000001.abl")));
    }

    @Test
    void fixedSegmentIsRead() throws IOException {
        String name = "log-0000000700000001.abl";
        dir.replace(name, HexFormat.of().parseHex(golden("segment.hex")));
        List<Entry> read = new ArrayList<>();
        LogScan scan = LogScan.scan(dir, new RecordReader(), SERVER, at -> read.add(at.entry()));
        assertEquals(List.of(), scan.problems());
        assertEquals(1, scan.segments().get(0).marks());
        assertEquals(z(6, 9), scan.afterZxid(0));
        Histories.assertSame(ENTRIES, read);
    }

    @Test
    void snapshotIsWrittenAndReadAsFixed() throws IOException {
        SnapshotFiles snapshots = new SnapshotFiles(dir, SERVER);
        byte[] content = ascii("state of the machine");
        SnapshotId id = snapshots.write(z(7, 2), out -> out.write(content));
        snapshots.publish(id, 0);
        assertEquals(Histories.idOf(z(7, 2), content), id);
        String name = String.format("snapshot-0000000700000002-%08x.abs", id.crc());
        assertEquals(golden("snapshot.hex"), hex(dir.bytes(name)));
        assertEquals(List.of(new SnapshotScan(name, z(7, 2), id, null)), SnapshotScan.scan(dir));
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

    /** The file's hexadecimal digits; lines that begin with # explain. */
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
