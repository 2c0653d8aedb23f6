package io.abcast.jgroups;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.bulk.BulkReport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.protocols.LOCAL_PING;
import org.jgroups.protocols.SHARED_LOOPBACK;
import org.jgroups.protocols.UNICAST3;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.protocols.pbcast.NAKACK2;
import org.jgroups.stack.Protocol;
import org.jgroups.stack.ProtocolStack;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CooperProtocolTest {
    @TempDir Path directory;

    private final LongAdder lost = new LongAdder();

    /** No protocol sends a lost message with the flag NO_RELIABILITY again. */
    private final class Lossy extends Protocol {
        private final SplittableRandom random = new SplittableRandom(1);
        private final double share;

        Lossy(double share) {
            this.share = share;
        }

        @Override
        public Object down(Message message) {
            boolean lose;
            synchronized (random) {
                lose =
                        message.isFlagSet(Message.Flag.NO_RELIABILITY)
                                && random.nextDouble() < share;
            }
            if (!lose) return down_prot.down(message);
            lost.increment();
            return null;
        }
    }

    private static COOPER cooper(int id, String members) {
        COOPER cooper = new COOPER();
        cooper.server_id = id;
        cooper.members = members;
        cooper.rate = 400_000_000;
        cooper.block_addr = "127.0.0.1";
        return cooper;
    }

    private static JChannel channel(COOPER cooper) throws Exception {
        return new JChannel(
                new SHARED_LOOPBACK(),
                new LOCAL_PING(),
                new NAKACK2(),
                new UNICAST3(),
                new GMS(),
                cooper);
    }

    @Test
    void fileGoesToAllMembersOfAChannel() throws Exception {
        fileGoesToAll("tcp", 0);
    }

    @Test
    void fileGoesToAllMembersAsMessagesOfWhichSomeAreLost() throws Exception {
        fileGoesToAll("messages", 0.05);
    }

    private void fileGoesToAll(String blocks, double loss) throws Exception {
        byte[] content = new byte[1_500_000];
        new SplittableRandom(1).nextBytes(content);
        Path file = Files.write(directory.resolve("file"), content);
        List<JChannel> channels = new ArrayList<>();
        List<CompletableFuture<BulkReport>> receiving = new ArrayList<>();
        COOPER source = null;
        try {
            for (int id = 1; id <= 3; id++) {
                COOPER cooper = cooper(id, "1,2,3");
                cooper.blocks = blocks;
                if (id == 1) source = cooper;
                channels.add(channel(cooper));
                channels.get(id - 1)
                        .getProtocolStack()
                        .insertProtocol(
                                new Lossy(loss), ProtocolStack.Position.ABOVE, LOCAL_PING.class);
                channels.get(id - 1).connect("cooper");
                Path to = Files.createDirectories(directory.resolve("" + id));
                if (id > 1) receiving.add(cooper.transfer().receive(to));
            }
            BulkReport report = source.transfer().send(file).get(30, TimeUnit.SECONDS);
            assertTrue(report.succeeded(), report::failure);
            assertEquals(List.of(2, 3), report.done());
            assertEquals(0, source.getMalformed());
            assertTrue(loss == 0 || lost.sum() > 50, "lost: " + lost.sum());
            for (int id = 2; id <= 3; id++) {
                assertTrue(receiving.get(id - 2).get(30, TimeUnit.SECONDS).succeeded());
                Path place = directory.resolve("" + id).resolve("file");
                assertArrayEquals(content, Files.readAllBytes(place));
            }
        } finally {
            for (JChannel channel : channels) channel.close();
        }
    }

    @Test
    void wrongAttributesStopTheStart() throws Exception {
        assertStops(cooper(4, "1,2,3"), "server_id: expected one of 1,2,3, got 4");
        assertStops(cooper(1, "1,two"), "members: expected ids separated by commas");
        COOPER neither = cooper(1, "1,2");
        neither.blocks = "pigeons";
        assertStops(neither, "blocks: expected tcp or messages, got 'pigeons'");
        COOPER unlimited = cooper(1, "1,2");
        unlimited.blocks = "messages";
        unlimited.rate = 0;
        assertStops(unlimited, "rate: expected 64000 or more with blocks=\"messages\", got 0");
        COOPER slow = cooper(1, "1,2");
        slow.rate = 5;
        assertStops(slow, "expected a rate of at least 64 kbit/s, got 5");
    }

    private static void assertStops(COOPER cooper, String why) {
        Exception e =
                assertThrows(
                        Exception.class,
                        () -> {
                            try (JChannel channel = channel(cooper)) {
                                channel.connect("cooper");
                            }
                        });
        String said = e.getMessage() + (e.getCause() == null ? "" : e.getCause().getMessage());
        assertTrue(said.contains(why), said);
    }
}
