package io.abcast.bulk;

import io.abcast.dissemination.cooper.code.Manifest;
import io.abcast.dissemination.cooper.gossip.GossipCodec;
import io.abcast.dissemination.cooper.gossip.GossipMessage.Description;
import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeMap;
import java.util.zip.CRC32C;

/**
 * A file that records which batches of a transfer a receiver has written. Each record has a length, a CRC32C and the
 * source's description of a batch; opening the journal removes an incomplete last record. A recorded batch counts as
 * received only if its bytes in the files match the digests.
 */
final class BatchJournal implements AutoCloseable {
    private static final int HEAD_BYTES = 8;

    private final Path path;
    private final GossipCodec codec = new GossipCodec();
    private final TreeMap<Integer, Manifest> found = new TreeMap<>();
    private final FileChannel channel;

    BatchJournal(Path path) throws IOException {
        this.path = path;
        channel = OpenFiles.openOrCreate(path);
        int good = read(readAll(channel));
        channel.truncate(good);
        channel.position(good);
    }

    private static byte[] readAll(FileChannel channel) throws IOException {
        // The stream that reads the journal must stay open, because closing the stream would close
        // the journal's channel.
        InputStream in = Channels.newInputStream(channel);
        return in.readAllBytes();
    }

    private int read(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        while (in.remaining() >= HEAD_BYTES) {
            int start = in.position();
            int length = in.getInt();
            int crc = in.getInt();
            if (length < 1 || length > in.remaining()) return start;
            if (crc(bytes, in.position(), length) != crc) return start;
            try {
                WireReader frame = new WireReader(bytes, in.position(), length);
                if (codec.decode(frame) instanceof Description description)
                    found.put(description.manifest().batch(), description.manifest());
            } catch (MalformedFrameException e) {
                return start;
            }
            in.position(in.position() + length);
        }
        return in.position();
    }

    private static int crc(byte[] bytes, int offset, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, offset, length);
        return (int) crc.getValue();
    }

    TreeMap<Integer, Manifest> found() {
        return found;
    }

    void add(Manifest manifest) throws IOException {
        WireWriter out = new WireWriter(256);
        codec.encode(new Description(manifest), codec.versionMax(), out);
        ByteBuffer record = ByteBuffer.allocate(HEAD_BYTES + out.size());
        record.putInt(out.size()).putInt(crc(out.array(), 0, out.size()));
        record.put(out.array(), 0, out.size()).flip();
        while (record.hasRemaining()) channel.write(record);
    }

    void delete() throws IOException {
        close();
        Files.deleteIfExists(path);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
