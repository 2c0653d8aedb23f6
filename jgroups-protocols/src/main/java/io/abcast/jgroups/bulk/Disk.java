package io.abcast.jgroups.bulk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reads and writes at positions, keeping few files open. On one thread. */
class Disk implements AutoCloseable {
    private static final int OPEN_MAX = 32;

    private final boolean writes;
    private final LinkedHashMap<Path, FileChannel> open = new LinkedHashMap<>(16, 0.75f, true);

    Disk(boolean writes) {
        this.writes = writes;
    }

    private FileChannel channel(Path path) throws IOException {
        FileChannel channel = open.get(path);
        if (channel != null) return channel;
        if (open.size() >= OPEN_MAX) {
            Path eldest = open.keySet().iterator().next();
            open.remove(eldest).close();
        }
        channel =
                writes
                        ? FileChannel.open(
                                path,
                                StandardOpenOption.READ,
                                StandardOpenOption.WRITE,
                                StandardOpenOption.CREATE)
                        : FileChannel.open(path, StandardOpenOption.READ);
        open.put(path, channel);
        return channel;
    }

    /** @throws IOException also when the file ends before */
    void read(Path path, long at, byte[] to, int offset, int length) throws IOException {
        FileChannel channel = channel(path);
        ByteBuffer buffer = ByteBuffer.wrap(to, offset, length);
        while (buffer.hasRemaining()) {
            int got = channel.read(buffer, at + length - buffer.remaining());
            if (got < 0)
                throw new FileSystemException(
                        path.toString(), null, "ends before byte " + (at + length));
        }
    }

    void write(Path path, long at, byte[] from, int offset, int length) throws IOException {
        FileChannel channel = channel(path);
        ByteBuffer buffer = ByteBuffer.wrap(from, offset, length);
        while (buffer.hasRemaining()) channel.write(buffer, at + length - buffer.remaining());
    }

    /** Makes a file of a size that {@link #write} has made, or of none. */
    void finish(Path path, long size, boolean force) throws IOException {
        FileChannel channel = channel(path);
        if (channel.size() > size) channel.truncate(size);
        if (force) channel.force(true);
    }

    /** Bytes that may be written to the file system of a directory. */
    long usableBytes(Path directory) throws IOException {
        return Files.getFileStore(directory).getUsableSpace();
    }

    void closeFile(Path path) throws IOException {
        FileChannel channel = open.remove(path);
        if (channel != null) channel.close();
    }

    @Override
    public void close() throws IOException {
        for (Map.Entry<Path, FileChannel> file : open.entrySet()) file.getValue().close();
        open.clear();
    }
}
