package io.abcast.bulk;

import io.abcast.bulk.port.Growing;
import io.abcast.bulk.port.SelectorLoop;
import io.abcast.dissemination.cooper.code.Manifest;
import io.abcast.dissemination.cooper.gossip.GossipMessage.Block;
import io.abcast.fuzz.Target;
import io.abcast.kernel.MalformedFrameException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Fuzz targets for messages, connections and journals of bulk transfers. The class is in this package because the
 * decoders are package-private.
 */
public final class BulkTargets {
    private static final int RUN = 5;

    private BulkTargets() {}

    public static List<Target> all() {
        return List.of(
                new Messages(),
                new Connection(),
                new BlockPieces(),
                new ByMessages(),
                new Journal());
    }

    private static Catalog catalog() {
        List<Catalog.Entry> files =
                List.of(
                        new Catalog.Entry("a", 10, 7),
                        new Catalog.Entry("b c", 0, -1),
                        new Catalog.Entry("\u00e4", 1L << 20, 0));
        return new Catalog(RUN, 1, 99, 4, 4096, files);
    }

    private static final class Messages implements Target {
        @Override
        public String name() {
            return "bulk-messages";
        }

        @Override
        public List<byte[]> seeds() {
            List<byte[]> seeds = new ArrayList<>();
            for (BulkMessage message :
                    List.of(
                            new BulkMessage.Gossip(3, new byte[] {1, 2}),
                            new BulkMessage.Files(catalog()),
                            new BulkMessage.Progress(
                                    -1, BulkMessage.Phase.FAILED, 77, 2, "why \u00e4"),
                            new BulkMessage.Progress(5, BulkMessage.Phase.UNWANTED, 0, 0, ""),
                            new BulkMessage.Digests(1, 2, new byte[][] {new byte[32]})))
                seeds.add(BulkCodec.encode(message));
            return seeds;
        }

        @Override
        public boolean accepts(byte[] input) {
            byte[] once;
            try {
                once = BulkCodec.encode(BulkCodec.decode(input));
            } catch (MalformedFrameException e) {
                return false;
            }
            if (!Arrays.equals(once, BulkCodec.encode(BulkCodec.decode(once))))
                throw new AssertionError("not stable: " + Arrays.toString(once));
            return true;
        }

        @Override
        public Set<Class<?>> decoders() {
            return Set.of(BulkCodec.class);
        }
    }

    private static final class Connection implements Target {
        private static final class Told implements TcpIncoming.Sink {
            final StringBuilder all = new StringBuilder();

            private void told(String what, long... figures) {
                all.append(what).append(Arrays.toString(figures));
            }

            @Override
            public void onHello(TcpIncoming connection, TcpFrames.Hello hello) throws IOException {
                if (hello.id() < 0) throw new IOException("another group");
                told("hello", hello.id());
            }

            @Override
            public void onMessage(int from, byte[] message) {
                told("message", from, message.length, Arrays.hashCode(message));
            }

            @Override
            public int rowBytesMax(int run) {
                return run == RUN ? 1 << 26 : 0;
            }

            @Override
            public void onReceiving(int from, int run, long number) {
                told("receiving", from, run, number);
            }

            @Override
            public void onNearlyReceived(int from, int run, long number) {
                told("nearly", from, run, number);
            }

            @Override
            public void onBlock(int from, int run, Block block) {
                told("block", from, run, block.number(), Arrays.hashCode(block.row()));
            }
        }

        @Override
        public String name() {
            return "block-connection";
        }

        @Override
        public List<byte[]> seeds() throws IOException {
            ByteArrayOutputStream stream = new ByteArrayOutputStream();
            stream.write(new TcpFrames.Hello(3, 1, 2).frame().array());
            byte[] hello = stream.toByteArray();
            stream.write(TcpFrames.message(TcpFrames.BEAT, new byte[0]).array());
            stream.write(TcpFrames.message(TcpFrames.MESSAGE, new byte[] {1, 2, 3}).array());
            for (int run = RUN; run <= RUN + 1; run++) {
                ByteBuffer head =
                        ByteBuffer.allocate(TcpFrames.HEAD_BYTES + TcpFrames.BLOCK_HEAD_BYTES);
                head.putInt(TcpFrames.head(TcpFrames.BLOCK_HEAD, TcpFrames.BLOCK_HEAD_BYTES));
                stream.write(head.putLong(9).putInt(1).putLong(2).putInt(run).putInt(90).array());
                stream.write(TcpFrames.message(TcpFrames.BLOCK_PIECE, new byte[40]).array());
                stream.write(TcpFrames.message(TcpFrames.MESSAGE, new byte[2]).array());
                stream.write(TcpFrames.message(TcpFrames.BLOCK_PIECE, new byte[50]).array());
            }
            return List.of(hello, stream.toByteArray());
        }

        @Override
        public boolean accepts(byte[] input) {
            Told whole = new Told();
            Told parts = new Told();
            boolean accepted = take(new TcpIncoming(null, whole), input, input.length);
            if (accepted != take(new TcpIncoming(null, parts), input, 7)
                    || !whole.all.toString().equals(parts.all.toString()))
                throw new AssertionError(whole.all + " became " + parts.all);
            return accepted;
        }

        private static boolean take(TcpIncoming connection, byte[] input, int bytes) {
            try {
                for (int at = 0; at < input.length; at += bytes)
                    connection.take(ByteBuffer.wrap(input, at, Math.min(bytes, input.length - at)));
                return true;
            } catch (IOException e) {
                return false;
            }
        }

        @Override
        public long allocatedBytesMax(int inputBytes) {
            return 5L * Growing.FIRST_BYTES + 256L * inputBytes;
        }

        @Override
        public Set<Class<?>> decoders() {
            return Set.of(TcpIncoming.class, TcpFrames.Hello.class);
        }
    }

    private static Block block(int bytes) {
        return new Block(1, 2, 3, new byte[bytes]);
    }

    private static final class BlockPieces implements Target {
        @Override
        public String name() {
            return "block-pieces";
        }

        @Override
        public List<byte[]> seeds() {
            return List.of(
                    Pieces.of(block(100), RUN, 0),
                    Pieces.of(block(2_000), RUN, 0),
                    Pieces.of(block(2_000), RUN, 1));
        }

        @Override
        public boolean accepts(byte[] input) {
            Pieces.Piece piece = Pieces.parse(input, run -> run == RUN ? 1 << 26 : 0);
            if (piece == null) return false;
            Pieces.Partial partial = new Pieces.Partial(piece);
            if (!partial.add(piece) || partial.add(piece)) throw new AssertionError("taken twice");
            if (partial.whole() && partial.row().length != piece.rowBytes())
                throw new AssertionError("row of " + partial.row().length);
            return true;
        }

        @Override
        public Set<Class<?>> decoders() {
            return Set.of(Pieces.class);
        }
    }

    private static final class ByMessages implements Target, BlockLinks.Events, Courier {
        private static final int PEER = 2;

        private final SelectorLoop loop;
        private final MessageLinks links;
        private int effects;

        ByMessages() {
            try {
                loop =
                        new SelectorLoop(
                                "by messages",
                                defect -> {
                                    throw new AssertionError(defect);
                                });
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            links = new MessageLinks(1, 1L << 50, this, loop, line -> {});
            links.start(this);
            links.onMembers(new int[] {1, PEER});
        }

        @Override
        public String name() {
            return "bulk-by-messages";
        }

        private static byte[] framed(int kind, int bytes) {
            return ByteBuffer.allocate(2 + 12 + bytes)
                    .put(1, (byte) kind)
                    .putInt(2, RUN)
                    .putLong(6, 1)
                    .array();
        }

        @Override
        public List<byte[]> seeds() {
            byte[] piece = Pieces.of(block(100), RUN, 0);
            byte[] asPiece = new byte[1 + piece.length];
            asPiece[0] = 1;
            System.arraycopy(piece, 0, asPiece, 1, piece.length);
            byte[] missing = framed(2, 1);
            missing[missing.length - 1] = 2;
            return List.of(framed(0, 5), framed(1, 0), missing, framed(3, 0), asPiece);
        }

        @Override
        public boolean accepts(byte[] input) throws IOException {
            if (input.length == 0) return false;
            loop.execute(() -> links.transfer(PEER, RUN, block(3_000)));
            // First send a message of another run of the transfer, so that the links drop pieces
            // that earlier inputs have left.
            byte[] other = framed(1, 0);
            other[5]++;
            links.onMessage(PEER, Arrays.copyOfRange(other, 1, other.length));
            loop.turn();
            effects = 0;
            byte[] rest = Arrays.copyOfRange(input, 1, input.length);
            if (input[0] == 1) links.onPiece(PEER, rest);
            else links.onMessage(PEER, rest);
            loop.turn();
            return effects > 0;
        }

        @Override
        public Set<Class<?>> decoders() {
            return Set.of(MessageLinks.class);
        }

        @Override
        public boolean carriesBlocks() {
            return true;
        }

        @Override
        public void start(Sink sink, InetSocketAddress own) {}

        @Override
        public void send(int to, byte[] message) {
            effects++;
        }

        @Override
        public void sendPiece(int to, byte[] piece) {
            effects++;
        }

        @Override
        public void stop() {}

        @Override
        public void onReachable(int[] members) {}

        @Override
        public void onMessage(int from, byte[] message) {
            effects++;
        }

        @Override
        public int rowBytesMax(int run) {
            return run == RUN || run == RUN + 1 ? 1 << 26 : 0;
        }

        @Override
        public void onReceiving(int from, int run, long number) {
            effects++;
        }

        @Override
        public void onNearlyReceived(int from, int run, long number) {
            effects++;
        }

        @Override
        public void onBlock(int from, int run, Block block) {
            effects++;
        }

        @Override
        public void onNearlyTransferred(int to, long number) {}

        @Override
        public void onTransferred(int to, long number, boolean arrives) {
            effects++;
        }
    }

    private static final class Journal implements Target {
        private final Path path;

        Journal() {
            try {
                path = Files.createTempFile("abcast-fuzz", ".journal");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            path.toFile().deleteOnExit();
        }

        @Override
        public String name() {
            return "batch-journal";
        }

        @Override
        public List<byte[]> seeds() throws IOException {
            byte[][] blocks = {{1, 2, 3}, {4, 5, 6}};
            Files.write(path, new byte[0]);
            try (BatchJournal journal = new BatchJournal(path)) {
                for (int batch = 0; batch < 3; batch++)
                    journal.add(Manifest.of(batch, 0, 6, blocks));
            }
            return List.of(Files.readAllBytes(path));
        }

        @Override
        public boolean accepts(byte[] input) throws IOException {
            Files.write(path, input);
            Set<Integer> found;
            try (BatchJournal journal = new BatchJournal(path)) {
                found = journal.found().keySet();
            }
            long left = Files.size(path);
            if (left > input.length) throw new AssertionError("grew to " + left);
            try (BatchJournal journal = new BatchJournal(path)) {
                if (!found.equals(journal.found().keySet()) || Files.size(path) != left)
                    throw new AssertionError("not stable");
            }
            return left == input.length;
        }

        @Override
        public int mutations() {
            return 3_000;
        }

        @Override
        public Set<Class<?>> decoders() {
            return Set.of(BatchJournal.class);
        }
    }
}
