package io.abcast.jgroups.port;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jgroups.Address;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.ObjectMessage;
import org.jgroups.Receiver;
import org.jgroups.protocols.PerDestinationBundler;
import org.jgroups.protocols.SHARED_LOOPBACK;
import org.jgroups.protocols.SHARED_LOOPBACK_PING;
import org.jgroups.protocols.TCP;
import org.jgroups.protocols.TP;
import org.jgroups.protocols.UNICAST3;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.protocols.pbcast.NAKACK2;
import org.jgroups.util.UUID;
import org.junit.jupiter.api.Test;

/** Tests that a message sent after the end of a channel starts no thread. */
final class StoppableBundlerTest {
    private final Address other = UUID.randomUUID();

    @Test
    void messageAfterTheEndOfTheChannelStartsNoThread() throws Exception {
        TP transport = transport();
        StoppableBundler bundler = replaced(transport);
        close(transport);
        bundler.send(new ObjectMessage(other, "late"));
        assertEquals("", bundler.active());
    }

    /** If this test fails, JGroups has corrected its bundler, and {@code StoppableBundler} can be deleted. */
    @Test
    void bundlerOfJGroupsStartsThreadAfterTheEndOfTheChannel() throws Exception {
        TP transport = transport();
        PerDestinationBundler bundler = new PerDestinationBundler();
        bundler.useSingleSenderThread(false);
        transport.setBundler(bundler);
        close(transport);
        bundler.send(new ObjectMessage(other, "late"));
        try {
            assertTrue(bundler.active().contains("alive=true"), bundler::active);
        } finally {
            bundler.stop();
        }
    }

    @Test
    void everySpellingOfThePerDestinationBundlerIsReplacedAndOtherBundlersStay() {
        for (String type : List.of("pd", "pdb", "per-destination")) {
            TP transport = new TCP().setBundlerType(type);
            StoppableBundler.replaceIn(transport);
            assertInstanceOf(StoppableBundler.class, transport.getBundler());
        }
        TP transport = new TCP().setBundlerType("transfer-queue");
        StoppableBundler.replaceIn(transport);
        assertEquals("transfer-queue", transport.getBundlerType());
    }

    @Test
    void channelThatConnectsAgainDelivers() throws Exception {
        TP transport = transport();
        StoppableBundler bundler = replaced(transport);
        try (JChannel channel = channel(transport)) {
            for (int connection = 1; connection <= 2; connection++) {
                CountDownLatch delivered = new CountDownLatch(1);
                channel.setReceiver(receiver(delivered));
                channel.connect("bundler");
                channel.send(channel.getAddress(), "message");
                assertTrue(delivered.await(60, TimeUnit.SECONDS));
                channel.disconnect();
            }
        }
        assertFalse(bundler.active().contains("true"), bundler::active);
    }

    private static StoppableBundler replaced(TP transport) {
        StoppableBundler.replaceIn(transport);
        StoppableBundler bundler = (StoppableBundler) transport.getBundler();
        bundler.useSingleSenderThread(false);
        return bundler;
    }

    private static Receiver receiver(CountDownLatch delivered) {
        return new Receiver() {
            @Override
            public void receive(Message message) {
                delivered.countDown();
            }
        };
    }

    private static void close(TP transport) throws Exception {
        try (JChannel channel = channel(transport)) {
            channel.connect("bundler");
        }
    }

    private static JChannel channel(TP transport) throws Exception {
        return new JChannel(
                transport, new SHARED_LOOPBACK_PING(), new NAKACK2(), new UNICAST3(), new GMS());
    }

    private static TP transport() {
        return new SHARED_LOOPBACK().setBundlerType("pd");
    }
}
