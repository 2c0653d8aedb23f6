package io.abcast.bulk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.bulk.Pieces.Partial;
import io.abcast.bulk.Pieces.Piece;
import io.abcast.bulk.port.PortGuard;
import io.abcast.bulk.port.SelectorLoop;
import io.abcast.dissemination.cooper.gossip.GossipMessage.Block;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests connections from peers that are not members, and members that send more bytes than the receiver's event loop
 * accepts.
 */
final class UnknownPeersTest {
    private static final int RUN = 7;
    private static final int SILENT = 300;

    @TempDir Path directory;

    private static Socket connect(BulkMembers members, int id) throws IOException {
        Socket socket =
                new Socket(
                        members.addresses.get(id).getAddress(),
                        members.addresses.get(id).getPort());
        socket.setSoTimeout(30_000);
        return socket;
    }

    /**
     * A transfer waits for absent members as long as the test itself, so that the test does not fail on a slow host.
     */
    private static BulkSettings patient(BulkMembers members, int id) {
        Duration patience = Duration.ofSeconds(30);
        return members.settings(id).withWaits(patience, patience, patience);
    }

    @Test
    void silentConnectionsAreBoundedAndClosedInTime() throws Exception {
        Path file = BulkMembers.file(directory.resolve("file"), 300_000, 1);
        List<Socket> silent = new ArrayList<>();
        try (BulkMembers members = new BulkMembers(3, directory)) {
            members.receiver(patient(members, 2), () -> new OpenFiles(true));
            BulkTransfer receiver = members.open.get(2);
            for (int i = 0; i < SILENT; i++) silent.add(connect(members, 2));
            int evicted = SILENT - PortGuard.UNKNOWN_MAX;
            members.until(() -> receiver.portFigures().evicted() >= evicted);
            assertTrue(receiver.portFigures().unknown() <= PortGuard.UNKNOWN_MAX);
            members.receiver(patient(members, 3), () -> new OpenFiles(true));
            BulkReport report = members.await(members.source(patient(members, 1)).send(file));
            assertTrue(report.succeeded(), report::failure);
            for (Socket each : silent) assertEquals(-1, each.getInputStream().read());
            assertEquals(SILENT, receiver.portFigures().late() + receiver.portFigures().evicted());
            assertTrue(members.notes.size() < 20, members.notes::toString);
        } finally {
            for (Socket each : silent) each.close();
        }
    }

    @Test
    void connectionsWithoutAValidHelloAreRefusedAndCounted() throws Exception {
        try (BulkMembers members = new BulkMembers(2, directory)) {
            members.receiver(2);
            BulkTransfer receiver = members.open.get(2);
            for (int i = 0; i < 100; i++)
                try (Socket socket = connect(members, 2)) {
                    socket.getOutputStream()
                            .write(new TcpFrames.Hello(1000 + i, 1, 2).frame().array());
                    assertEquals(-1, socket.getInputStream().read());
                }
            members.until(() -> receiver.portFigures().refused() == 100);
            long lines = members.notes.stream().filter(line -> line.contains("another")).count();
            assertTrue(lines >= 1 && lines <= 3, members.notes::toString);
        }
    }

    @Test
    void malformedMessagesOfAMemberDoNotFloodTheLog() throws Exception {
        try (BulkMembers members = new BulkMembers(2, directory)) {
            members.receiver(2);
            long group = members.addresses.keySet().hashCode() * 31L + members.addresses.size();
            try (Socket socket = connect(members, 2)) {
                OutputStream out = socket.getOutputStream();
                out.write(new TcpFrames.Hello(1, 1, group).frame().array());
                for (int i = 0; i < 2_000; i++)
                    out.write(TcpFrames.message(TcpFrames.MESSAGE, new byte[100]).array());
                long all = 2_000 * 104;
                members.until(() -> members.open.get(2).receivedBytes() > all);
            }
            long lines = members.notes.stream().filter(line -> line.contains("malformed")).count();
            assertTrue(lines >= 1 && lines <= 3, members.notes::toString);
        }
    }

    @Test
    void framesOfMembersBeyondTheBoundAreDropped() throws Exception {
        SelectorLoop loop =
                new SelectorLoop(
                        "bounded",
                        defect -> {
                            throw new AssertionError(defect);
                        });
        AtomicInteger run = new AtomicInteger();
        int bytes = 1_000 - SelectorLoop.FRAME_OVERHEAD_BYTES;
        for (int i = 0; i < 150; i++) loop.offer(run::incrementAndGet, bytes, 100_000);
        assertEquals(50, loop.dropped());
        loop.turn();
        assertEquals(100, run.get());
        for (int i = 0; i < 150; i++) loop.offer(run::incrementAndGet, bytes, 100_000);
        assertEquals(100, loop.dropped());
        assertTrue(
                loop.execute(run::incrementAndGet), "tasks of the member itself are not dropped");
        loop.turn();
        assertEquals(201, run.get());
        loop.close();
        assertFalse(loop.execute(run::incrementAndGet));
    }

    @Test
    void piecesAllocateNoMemoryForMissingOnes() {
        Block block = new Block(1, 0, 0, new byte[1 << 26]);
        byte[] last = Pieces.of(block, RUN, Pieces.count(1 << 26) - 1);
        assertNull(Pieces.parse(last, run -> 0));
        assertNull(Pieces.parse(last, run -> (1 << 26) - 1));
        Piece piece = Pieces.parse(last, run -> run == RUN ? 1 << 26 : 0);
        long before = allocated();
        Partial partial = new Partial(piece);
        assertTrue(partial.add(piece));
        assertFalse(partial.add(piece));
        long after = allocated();
        assertTrue(after - before < 100_000, "bytes allocated for one piece:  " + (after - before));
    }

    private static long allocated() {
        return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean())
                .getCurrentThreadAllocatedBytes();
    }
}
