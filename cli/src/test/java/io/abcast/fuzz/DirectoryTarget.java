package io.abcast.fuzz;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Entry;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.Zxid;
import io.abcast.log.Durability;
import io.abcast.log.LogInspector;
import io.abcast.log.Storage;
import io.abcast.log.StorageLimits;
import io.abcast.log.Storages;
import io.abcast.sim.QuietCompletions;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/**
 * Fuzz target for a whole data directory, given as a list of file names and contents. If {@code repairing} is set, the
 * target first corrects all checksums, so that inputs reach the code behind the checksum checks.
 */
final class DirectoryTarget implements Target {
    private static final int SERVER = 1;
    private static final Membership MEMBERS = Membership.of(1, 2, 3);
    private static final StorageLimits LIMITS = new StorageLimits(512, 1 << 20, 0);
    private static final int FILES_MAX = 16;
    private static final int RECORD_HEADER_BYTES = 28;
    private static final int FILE_HEADER_BYTES = 40;

    private final boolean repairing;
    private Path dir;

    DirectoryTarget(boolean repairing) {
        this.repairing = repairing;
    }

    @Override
    public String name() {
        return repairing ? "directory-checksummed" : "directory";
    }

    @Override
    public long allocatedBytesMax(int inputBytes) {
        return (8L << 20) + 256L * inputBytes;
    }

    @Override
    public int mutations() {
        return 400;
    }

    @Override
    public List<byte[]> seeds() throws Exception {
        List<byte[]> seeds = new ArrayList<>();
        Path seed = clean();
        try (Storage storage = open(seed)) {
            storage.recover(new Answers());
        }
        seeds.add(pack(seed));
        try (Storage storage = open(seed)) {
            Answers answers = new Answers();
            storage.recover(answers);
            storage.persist(new byte[] {1, 2, 3});
            for (int i = 1; i <= 40; i++)
                storage.append(
                        new Entry(Zxid.of(1 + i / 30, i < 30 ? i : i - 29), 1, i, new byte[i]));
            storage.flush();
            SnapshotId part = new SnapshotId(Zxid.of(9, 9), 100, 1234);
            storage.writeSnapshot(part, 0, new byte[30]);
            storage.takeSnapshot(Zxid.of(1, 20), new byte[0], out -> out.write(new byte[50]));
            answers.taken.await();
        }
        seeds.add(pack(seed));
        try (Storage storage = open(seed)) {
            storage.recover(new Answers());
            storage.truncate(Zxid.of(2, 5));
            storage.append(new Entry(Zxid.of(4, 1), 3, 77, new byte[5]));
            storage.flush();
        }
        seeds.add(pack(seed));
        return seeds;
    }

    @Override
    public boolean accepts(byte[] input) throws IOException {
        Path here = clean();
        if (!unpack(input, here)) return false;
        verify(here);
        Recovered first;
        try (Storage storage = open(here)) {
            first = storage.recover(new Answers());
            readThrough(storage, first.snapshot());
        } catch (IOException e) {
            return false;
        }
        try (Storage storage = open(here)) {
            Recovered again = storage.recover(new Answers());
            if (again.lastZxid() != first.lastZxid()
                    || again.logAfter() != first.logAfter()
                    || !again.snapshot().equals(first.snapshot())
                    || !Arrays.equals(again.persisted(), first.persisted())
                    || !Arrays.equals(again.epochEnds(), first.epochEnds()))
                throw new AssertionError(again + " after " + first);
        } catch (IOException e) {
            throw new AssertionError("the first start succeeded, the second failed", e);
        }
        if (LogInspector.verify(here).damaged())
            throw new AssertionError(
                    "the start succeeded, but the directory is damaged: "
                            + LogInspector.verify(here));
        return true;
    }

    private static void verify(Path here) {
        try {
            LogInspector.verify(here);
            LogInspector.dump(here, entry -> {});
        } catch (IOException e) {
            // Expected: the inspection reports a problem of the data directory as an I/O exception.
        }
    }

    private static void readThrough(Storage storage, SnapshotId snapshot) throws IOException {
        try (InputStream content = storage.openSnapshot(snapshot)) {
            content.transferTo(OutputStream.nullOutputStream());
        }
    }

    private static Storage open(Path path) {
        return Storages.open(Durability.FILE, path, SERVER, MEMBERS, LIMITS, note -> {});
    }

    private Path clean() throws IOException {
        if (dir == null) {
            dir = Files.createTempDirectory("abcast-fuzz-");
            Path made = dir;
            Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(made)));
        }
        for (Path file : list(dir)) Files.delete(file);
        return dir;
    }

    private static void delete(Path made) {
        try {
            for (Path file : list(made)) Files.delete(file);
            Files.delete(made);
        } catch (IOException e) {
            // Ignored, because the operating system deletes temporary directories later.
        }
    }

    private static List<Path> list(Path path) throws IOException {
        try (Stream<Path> files = Files.list(path)) {
            return files.sorted().toList();
        }
    }

    private static byte[] pack(Path from) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        for (Path file : list(from)) {
            byte[] name = file.getFileName().toString().getBytes(StandardCharsets.US_ASCII);
            byte[] content = Files.readAllBytes(file);
            out.writeByte(name.length);
            out.write(name);
            out.writeInt(content.length);
            out.write(content);
        }
        return bytes.toByteArray();
    }

    private boolean unpack(byte[] input, Path to) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(input));
        for (int files = 0; in.available() > 0; files++) {
            if (files == FILES_MAX) return false;
            byte[] name = in.readNBytes(in.readUnsignedByte());
            if (in.available() < 4) return false;
            int length = in.readInt();
            if (length < 0 || length > in.available()) return false;
            String text = new String(name, StandardCharsets.US_ASCII);
            if (!text.matches("[a-z0-9][a-z0-9.-]{0,60}")) return false;
            byte[] content = in.readNBytes(length);
            if (repairing) repair(text, content);
            Files.write(to.resolve(text), content);
        }
        return true;
    }

    private static void repair(String name, byte[] content) {
        ByteBuffer file = ByteBuffer.wrap(content);
        if (name.startsWith("log-")) repairSegment(content, file);
        else if (name.startsWith("snapshot-")) repairSnapshot(content, file);
        else if ((name.equals("state") || name.equals("repaired")) && content.length >= 24)
            file.putInt(20, 0).putInt(20, crc(content, 0, content.length));
    }

    private static void repairSegment(byte[] content, ByteBuffer file) {
        if (content.length < FILE_HEADER_BYTES) return;
        file.putInt(36, crc(content, 0, 36));
        boolean sealed = file.getInt(8) >= 6;
        for (int at = FILE_HEADER_BYTES; at + RECORD_HEADER_BYTES <= content.length; ) {
            int length = file.getInt(at);
            boolean zeros = length == 0 && file.getLong(at + 8) == 0;
            if (zeros || length < 0 || length > content.length - at - RECORD_HEADER_BYTES) return;
            CRC32C crc = new CRC32C();
            crc.update(content, at, 4);
            crc.update(content, at + 8, RECORD_HEADER_BYTES - 8 + length);
            int seal = sealed ? file.getInt(36) ^ at : 0;
            file.putInt(at + 4, (int) crc.getValue() ^ seal);
            at += RECORD_HEADER_BYTES + length;
        }
    }

    private static void repairSnapshot(byte[] content, ByteBuffer file) {
        if (content.length < FILE_HEADER_BYTES) return;
        // The content's checksum stays, because the name of the snapshot file also contains it.
        file.putInt(36, crc(content, 0, 36));
        long bytes = file.getLong(24);
        if (bytes < 0 || bytes > content.length - FILE_HEADER_BYTES - 8) return;
        int note = FILE_HEADER_BYTES + (int) bytes;
        file.putInt(content.length - 4, crc(content, note, content.length - 4 - note));
    }

    private static int crc(byte[] bytes, int from, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, from, length);
        return (int) crc.getValue();
    }

    private static final class Answers extends QuietCompletions {
        final CountDownLatch taken = new CountDownLatch(1);

        @Override
        public void snapshotTaken(SnapshotId snapshot, Digest content) {
            taken.countDown();
        }
    }
}
