package io.abcast.bulk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.bulk.port.Growing;
import io.abcast.dissemination.cooper.gossip.GossipMessage.Block;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TcpIncomingTest {
    private static final int PEER = 3;
    private static final int RUN = 77;
    private static final int ROW_BYTES = 1000;

    private static final class Told implements TcpIncoming.Sink {
        final List<String> lines = new ArrayList<>();
        final List<byte[]> rows = new ArrayList<>();
        final Map<Integer, Integer> rowBytesMax = new HashMap<>(Map.of(RUN, ROW_BYTES));

        @Override
        public void onHello(TcpIncoming connection, TcpFrames.Hello hello) {
            lines.add("hello " + hello.id());
        }

        @Override
        public void onMessage(int from, byte[] message) {
            lines.add(from + " says " + new String(message, StandardCharsets.UTF_8));
        }

        @Override
        public int rowBytesMax(int run) {
            return rowBytesMax.getOrDefault(run, 0);
        }

        @Override
        public void onReceiving(int from, int run, long number) {
            lines.add("begin " + number);
        }

        @Override
        public void onNearlyReceived(int from, int run, long number) {
            lines.add("nearly " + number);
        }

        @Override
        public void onBlock(int from, int run, Block block) {
            lines.add("block " + block.number() + " of " + block.batch() + " in run " + run);
            rows.add(block.row());
        }
    }

    private final Told told = new Told();
    private final TcpIncoming connection = new TcpIncoming(null, told);
    private final ByteBuffer stream = ByteBuffer.allocate(1 << 16);

    private void hello() {
        stream.put(new TcpFrames.Hello(PEER, 1, 2).frame());
    }

    private void message(String text) {
        stream.put(TcpFrames.message(TcpFrames.MESSAGE, text.getBytes(StandardCharsets.UTF_8)));
    }

    private void head(long number, int rowBytes) {
        stream.putInt(TcpFrames.head(TcpFrames.BLOCK_HEAD, TcpFrames.BLOCK_HEAD_BYTES));
        stream.putLong(number).putInt(5).putLong(9).putInt(RUN).putInt(rowBytes);
    }

    private void piece(byte[] row, int from, int to) {
        stream.putInt(TcpFrames.head(TcpFrames.BLOCK_PIECE, to - from)).put(row, from, to - from);
    }

    private static byte[] row() {
        byte[] row = new byte[ROW_BYTES];
        new Random(1).nextBytes(row);
        return row;
    }

    private void takeAll() throws IOException {
        connection.take(stream.flip());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 100, 1 << 16})
    void streamIsDecodedEquallyHoweverItIsDivided(int bytes) throws IOException {
        byte[] row = row();
        hello();
        stream.put(TcpFrames.message(TcpFrames.BEAT, new byte[0]));
        message("a");
        head(11, ROW_BYTES);
        piece(row, 0, 400);
        message("between");
        piece(row, 400, 800);
        piece(row, 800, ROW_BYTES);
        stream.put(TcpFrames.message(TcpFrames.BEAT, new byte[0]));
        message("");
        byte[] all = new byte[stream.flip().remaining()];
        stream.get(all);
        for (int at = 0; at < all.length; at += bytes)
            connection.take(ByteBuffer.wrap(all, at, Math.min(bytes, all.length - at)));
        assertEquals(
                List.of(
                        "hello 3",
                        "3 says a",
                        "begin 11",
                        "3 says between",
                        "nearly 11",
                        "block 11 of 5 in run 77",
                        "3 says "),
                told.lines);
        assertArrayEquals(row, told.rows.get(0));
    }

    @Test
    void framesBeforeAHelloAreRefused() {
        message("too early");
        assertThrows(IOException.class, this::takeAll);
        assertEquals(List.of(), told.lines);
    }

    @Test
    void helloOfAnotherProtocolIsRefused() {
        stream.putInt(TcpFrames.head(TcpFrames.HELLO, TcpFrames.HELLO_BYTES));
        stream.put(new byte[TcpFrames.HELLO_BYTES]);
        assertThrows(IOException.class, this::takeAll);
        assertEquals(List.of(), told.lines);
    }

    @Test
    void pieceWithoutABlockIsRefused() {
        hello();
        piece(row(), 0, 10);
        assertThrows(IOException.class, this::takeAll);
    }

    @Test
    void pieceBeyondTheEndOfItsBlockIsRefused() {
        hello();
        head(1, 99);
        piece(row(), 0, 100);
        assertThrows(IOException.class, this::takeAll);
        assertEquals(List.of(), told.rows);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, Integer.MAX_VALUE})
    void blockOfAnImpossibleLengthIsRefused(int length) {
        hello();
        head(1, length);
        assertThrows(IOException.class, this::takeAll);
    }

    @Test
    void blockWithinABlockIsRefused() {
        hello();
        head(1, ROW_BYTES);
        head(2, ROW_BYTES);
        assertThrows(IOException.class, this::takeAll);
    }

    @Test
    void unknownFrameIsRefused() {
        hello();
        stream.put(TcpFrames.message(99, new byte[1]));
        assertThrows(IOException.class, this::takeAll);
    }

    @Test
    void secondHelloIsRefused() {
        hello();
        hello();
        assertThrows(IOException.class, this::takeAll);
        assertEquals(List.of("hello 3"), told.lines);
    }

    @Test
    void blockLongerThanTheCatalogueAllowsIsRefused() {
        hello();
        head(1, ROW_BYTES + 1);
        assertThrows(IOException.class, this::takeAll);
        assertEquals(List.of("hello 3"), told.lines);
    }

    @Test
    void blockOfAnotherRunIsSkipped() throws IOException {
        byte[] row = row();
        told.rowBytesMax.clear();
        hello();
        head(1, ROW_BYTES);
        piece(row, 0, 600);
        message("between");
        piece(row, 600, ROW_BYTES);
        message("after");
        takeAll();
        assertEquals(List.of("hello 3", "3 says between", "3 says after"), told.lines);
    }

    /** The header of a block has 28 bytes and announces 64 MiB, and the header of a message announces 16 MiB. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void announcedLengthAllocatesNoMemoryBeforeTheBytesArrive(boolean block) throws IOException {
        told.rowBytesMax.put(RUN, 1 << 26);
        hello();
        if (block) head(1, 1 << 26);
        else stream.putInt(TcpFrames.head(TcpFrames.MESSAGE, TcpFrames.LENGTH_MAX));
        takeAll();
        long before = allocated();
        connection.take(ByteBuffer.wrap(new byte[] {0}));
        assertTrue(allocated() - before < 100_000, "allocated bytes: " + (allocated() - before));
        assertTrue(before - allocatedAtStart < 1 << 20, "heads: " + (before - allocatedAtStart));
    }

    private final long allocatedAtStart = allocated();

    private static long allocated() {
        return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean())
                .getCurrentThreadAllocatedBytes();
    }

    @Test
    void growingAllocatesMemoryInProportionToTheBytesThatArrived() {
        int length = 5_000_000;
        byte[] bytes = new byte[length];
        new Random(1).nextBytes(bytes);
        Growing growing = new Growing(length);
        ByteBuffer from = ByteBuffer.wrap(bytes);
        while (growing.left() > 0) assertTrue(growing.take(from, 999) > 0);
        assertArrayEquals(bytes, growing.whole());
        assertEquals(0, growing.take(ByteBuffer.wrap(bytes), 1));
    }
}
