package io.abcast.bulk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Reads and writes many files at given positions, and keeps only few of these files open. {@code OpenFiles} does not
 * follow symbolic links. The creation of a file fails if a file with its name exists. Only one thread uses an {@code
 * OpenFiles} object.
 */
class OpenFiles implements AutoCloseable {
    private static final int OPEN_MAX = 32;

    private static final Set<OpenOption> READ_ONLY =
            Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);

    private static final Set<OpenOption> EXISTING =
            Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);

    private static final Set<OpenOption> FRESH =
            Set.of(
                    StandardOpenOption.READ,
                    StandardOpenOption.WRITE,
                    StandardOpenOption.CREATE_NEW,
                    LinkOption.NOFOLLOW_LINKS);

    private final boolean writes;
    private final LinkedHashMap<Path, FileChannel> open = new LinkedHashMap<>(16, 0.75f, true);

    OpenFiles(boolean writes) {
        this.writes = writes;
    }

    private FileChannel channel(Path path) throws IOException {
        FileChannel channel = open.get(path);
        if (channel != null) return channel;
        if (open.size() >= OPEN_MAX) {
            Path eldest = open.keySet().iterator().next();
            open.remove(eldest).close();
        }
        channel = opened(path);
        open.put(path, channel);
        return channel;
    }

    private FileChannel opened(Path path) throws IOException {
        return writes ? openOrCreate(path) : open(path, READ_ONLY);
    }

    static FileChannel openOrCreate(Path path) throws IOException {
        try {
            return open(path, EXISTING);
        } catch (NoSuchFileException e) {
            return open(path, FRESH);
        }
    }

    private static FileChannel open(Path path, Set<OpenOption> options) throws IOException {
        try {
            return FileChannel.open(path, options);
        } catch (IOException e) {
            if (!Files.isSymbolicLink(path)) throw e;
            FileSystemException refused =
                    new FileSystemException(path.toString(), null, "expected a file, it is a link");
            refused.initCause(e);
            throw refused;
        }
    }

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

    /**
     * Cuts a written file to {@code size} bytes, creates it if it does not exist (empty files), and forces it to disk
     * if {@code force}.
     */
    void finish(Path path, long size, boolean force) throws IOException {
        FileChannel channel = channel(path);
        if (channel.size() > size) channel.truncate(size);
        if (force) channel.force(true);
    }

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
