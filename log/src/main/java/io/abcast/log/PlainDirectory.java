package io.abcast.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;

class PlainDirectory implements Directory {
    /**
     * False on Windows, which cannot open a directory, and whose file system journals renames, so that directories need
     * no sync.
     */
    private static final boolean DIRECTORY_CAN_BE_SYNCED =
            !System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("windows");

    private static final int LOCK_TRIES = 5;
    private static final long LOCK_PAUSE_NANOS = 20_000_000;

    private final Path dir;
    private final boolean syncing;
    private FileChannel lockChannel;
    private FileLock lock;

    /**
     * @param syncing whether {@link #sync} and {@link DataFile#force} have an effect; false for {@link Durability#FILE}
     */
    PlainDirectory(Path dir, boolean syncing) {
        this.dir = dir;
        this.syncing = syncing;
    }

    @Override
    public Path path() {
        return dir;
    }

    @Override
    public List<String> list() throws IOException {
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(dir)) {
            for (Path file : files)
                if (Files.isRegularFile(file)) names.add(file.getFileName().toString());
        }
        Collections.sort(names);
        return names;
    }

    @Override
    public boolean exists(String name) {
        return Files.exists(dir.resolve(name));
    }

    @Override
    public DataFile create(String name) throws IOException {
        return channel(
                name,
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE);
    }

    @Override
    public DataFile open(String name) throws IOException {
        return channel(name, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    @Override
    public DataFile openToRead(String name) throws IOException {
        return channel(name, StandardOpenOption.READ);
    }

    @Override
    public void rename(String from, String to) throws IOException {
        Files.move(
                dir.resolve(from),
                dir.resolve(to),
                StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
    }

    @Override
    public void delete(String name) throws IOException {
        Files.deleteIfExists(dir.resolve(name));
    }

    @Override
    public void sync() throws IOException {
        sync(dir);
    }

    private void sync(Path directory) throws IOException {
        if (!syncing || !DIRECTORY_CAN_BE_SYNCED) return;
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    @Override
    public long freeBytes() throws IOException {
        return Files.getFileStore(dir).getUsableSpace();
    }

    @Override
    public void lock() throws IOException {
        if (Files.exists(dir) && !Files.isDirectory(dir))
            throw new IOException("data directory " + dir + " is a file, expected a directory");
        if (!Files.isDirectory(dir)) {
            Files.createDirectories(dir);
            Path parent = dir.toAbsolutePath().getParent();
            if (parent != null) sync(parent);
        }
        FileChannel channel =
                FileChannel.open(
                        dir.resolve(FileNames.LOCK),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE);
        FileLock taken = null;
        try {
            // One failed attempt does not mean that a member uses the directory. A process that
            // only checks whether the directory is in use also holds the lock for a moment.
            for (int i = 0; taken == null && i < LOCK_TRIES; i++) {
                if (i > 0) LockSupport.parkNanos(LOCK_PAUSE_NANOS);
                taken = channel.tryLock();
            }
        } catch (OverlappingFileLockException e) {
            throw new IOException(inUse("by this process"), e);
        } finally {
            if (taken == null) channel.close();
        }
        if (taken == null) throw new IOException(inUse("by another process"));
        lockChannel = channel;
        lock = taken;
    }

    static boolean isInUse(Path dir) throws IOException {
        Path file = dir.resolve(FileNames.LOCK);
        if (!Files.exists(file)) return false;
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
                FileLock taken = channel.tryLock(0, Long.MAX_VALUE, true)) {
            return taken == null;
        } catch (OverlappingFileLockException e) {
            return true;
        }
    }

    private String inUse(String by) {
        return "data directory " + dir + " is in use " + by + ": expected one member per directory";
    }

    @Override
    public void close() throws IOException {
        if (lock == null) return;
        lock.release();
        lockChannel.close();
        lock = null;
    }

    private DataFile channel(String name, OpenOption... options) throws IOException {
        return new ChannelFile(FileChannel.open(dir.resolve(name), options), syncing);
    }

    private static final class ChannelFile implements DataFile {
        private final FileChannel channel;
        private final boolean syncing;

        ChannelFile(FileChannel channel, boolean syncing) {
            this.channel = channel;
            this.syncing = syncing;
        }

        @Override
        public void write(ByteBuffer bytes, long position) throws IOException {
            long at = position;
            while (bytes.hasRemaining()) at += channel.write(bytes, at);
        }

        @Override
        public int read(ByteBuffer into, long position) throws IOException {
            return channel.read(into, position);
        }

        @Override
        public long size() throws IOException {
            return channel.size();
        }

        @Override
        public void truncate(long size) throws IOException {
            channel.truncate(size);
        }

        @Override
        public void force(boolean metadata) throws IOException {
            if (syncing) channel.force(metadata);
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
