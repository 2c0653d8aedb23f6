package io.abcast.benchmark.micro;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Entry;
import io.abcast.kernel.Membership;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.Zxid;
import io.abcast.log.Durability;
import io.abcast.log.Storage;
import io.abcast.log.Storages;
import io.abcast.sim.QuietCompletions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** Measured subjects for the durable log, with entries of 1 KB. */
public final class LogSubjects {
    public static final int PAYLOAD_BYTES = 1024;

    private static final long SNAPSHOT_EVERY_BYTES = 64 << 20;

    private LogSubjects() {}

    public static Subject append(Durability durability, int batch) throws IOException {
        return new Append(durability, batch);
    }

    public static Subject recovery(int entries) throws IOException {
        return new Recovery(entries);
    }

    private static final class Append implements Subject {
        private final int batch;
        private final byte[] payload = new byte[PAYLOAD_BYTES];
        private final Path directory;
        private final Storage storage;
        private volatile Thread caller;
        private long zxid = Zxid.of(1, 0);
        private long position;
        private long sinceSnapshot;
        private volatile long synced;
        private volatile SnapshotId taken;
        private volatile IOException failure;

        Append(Durability durability, int batch) throws IOException {
            this.batch = batch;
            directory = Files.createTempDirectory("abcast-append");
            storage = open(durability, directory);
            storage.recover(new Answers());
        }

        @Override
        public int turn() throws IOException {
            caller = Thread.currentThread();
            for (int i = 0; i < batch; i++) storage.append(new Entry(++zxid, 1, zxid, payload));
            position += batch;
            storage.flush();
            while (synced < position && failure == null) LockSupport.park(this);
            if (failure != null) throw failure;
            if (taken != null) storage.purgeLog(taken.zxid());
            taken = null;
            sinceSnapshot += (long) batch * PAYLOAD_BYTES;
            if (sinceSnapshot >= SNAPSHOT_EVERY_BYTES) {
                sinceSnapshot = 0;
                storage.takeSnapshot(zxid, new byte[0], out -> out.write(1));
            }
            return batch;
        }

        @Override
        public void close() throws IOException {
            storage.close();
            delete(directory);
        }

        private final class Answers extends QuietCompletions {
            @Override
            public void synced(long through) {
                synced = through;
                LockSupport.unpark(caller);
            }

            @Override
            public void snapshotTaken(SnapshotId snapshot, Digest content) {
                taken = snapshot;
            }

            @Override
            public void failed(IOException cause) {
                failure = cause;
                LockSupport.unpark(caller);
            }
        }
    }

    private static final class Recovery implements Subject {
        private final int entries;
        private final Path directory;

        Recovery(int entries) throws IOException {
            this.entries = entries;
            directory = Files.createTempDirectory("abcast-recovery");
            try (Storage storage = open(Durability.FILE, directory)) {
                storage.recover(new QuietCompletions());
                long zxid = Zxid.of(1, 0);
                for (int i = 0; i < entries; i++)
                    storage.append(new Entry(++zxid, 1, i, new byte[PAYLOAD_BYTES]));
                storage.flush();
            }
        }

        @Override
        public int turn() throws IOException {
            try (Storage storage = open(Durability.FILE, directory)) {
                long last = storage.recover(new QuietCompletions()).lastZxid();
                if (Zxid.counter(last) != entries)
                    throw new IOException(
                            "expected " + entries + " entries, found " + Zxid.toString(last));
            }
            return entries;
        }

        @Override
        public void close() throws IOException {
            delete(directory);
        }
    }

    private static Storage open(Durability durability, Path directory) {
        return Storages.open(durability, directory, 1, Membership.of(1, 2, 3), note -> {});
    }

    private static void delete(Path directory) throws IOException {
        List<Path> all;
        try (Stream<Path> files = Files.walk(directory)) {
            all = files.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : all) Files.delete(path);
    }
}
