package io.abcast.jgroups;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.dissemination.omaha.PledgeHandle;
import io.abcast.jgroups.omaha.CompositeHeader;
import io.abcast.jgroups.omaha.HoldableMessage;
import io.abcast.kernel.Hold;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.ObjectMessage;
import org.jgroups.Receiver;
import org.jgroups.fork.ForkChannel;
import org.jgroups.protocols.FORK;
import org.jgroups.protocols.FlowControl;
import org.jgroups.protocols.MFC;
import org.jgroups.protocols.SHARED_LOOPBACK;
import org.jgroups.protocols.SHARED_LOOPBACK_PING;
import org.jgroups.protocols.UFC;
import org.jgroups.protocols.UNICAST3;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.protocols.pbcast.NAKACK2;
import org.jgroups.protocols.pbcast.STABLE;
import org.jgroups.stack.Protocol;
import org.jgroups.util.MessageBatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests {@code OMAHA}, which aggregates messages, between real JGroups stacks in this JVM. */
final class OmahaProtocolTest {
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final AtomicInteger GROUPS = new AtomicInteger();

    private static final Hold LONG = Hold.upTo(TimeUnit.SECONDS.toNanos(60));

    private static final class Counter extends Protocol {
        private final AtomicInteger sent = new AtomicInteger();

        private volatile short flags;

        private volatile short transientFlags;

        private final AtomicInteger refusing = new AtomicInteger();

        @Override
        public Object down(Message message) {
            if (!message.isFlagSet(Message.Flag.OOB)) {
                if (refusing.getAndUpdate(n -> Math.max(0, n - 1)) > 0)
                    throw new IllegalStateException("refused " + message);
                flags = message.getFlags(false);
                transientFlags = message.getFlags(true);
                sent.incrementAndGet();
            }
            return down_prot.down(message);
        }

        @Override
        public void up(MessageBatch batch) {
            up_prot.up(batch);
        }
    }

    private final List<String> got = Collections.synchronizedList(new ArrayList<>());
    private final Counter counter = new Counter();
    private JChannel a;
    private JChannel b;
    private OMAHA omaha;

    private JChannel channel(String name, List<Protocol> below, List<? extends Protocol> above)
            throws Exception {
        List<Protocol> stack = new ArrayList<>();
        stack.add(new SHARED_LOOPBACK());
        stack.add(new SHARED_LOOPBACK_PING());
        stack.add(new NAKACK2());
        stack.add(new UNICAST3());
        stack.add(new STABLE());
        stack.add(new GMS().setJoinTimeout(500));
        stack.addAll(below);
        OMAHA layer = new OMAHA();
        layer.setValue("hold_max", 60_000_000L);
        layer.setValue("grace", 50_000L);
        layer.setValue("pledge_timeout", 60_000L);
        stack.add(layer);
        stack.addAll(above);
        stack.add(new FORK());
        return new JChannel(stack).name(name);
    }

    @BeforeEach
    void connect() throws Exception {
        String group = "omaha-" + GROUPS.incrementAndGet();
        a = channel("A", List.of(counter), List.of());
        b = channel("B", List.of(), List.of());
        b.setReceiver(into(got));
        a.connect(group);
        b.connect(group);
        Wait.until(LIMIT, () -> a.getView().size() == 2, () -> a.getView().toString());
        omaha = OMAHA.below(a::down);
        // Each new view makes another thread send all held messages, so the test waits for its two
        // views, A alone and A with B.
        Wait.until(LIMIT, () -> omaha.getViews() == 2, () -> omaha.getViews() + " views");
        counter.sent.set(0);
    }

    @AfterEach
    void close() {
        b.close();
        a.close();
    }

    private static Receiver into(List<String> texts) {
        return new Receiver() {
            @Override
            public void receive(Message message) {
                texts.add(text(message));
            }
        };
    }

    private static String text(Message message) {
        return message instanceof ObjectMessage object
                ? "object " + object.getObject()
                : new String(
                        message.getArray(),
                        message.getOffset(),
                        message.getLength(),
                        StandardCharsets.UTF_8);
    }

    private static Message holdable(Address to, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return new HoldableMessage(to, bytes, 0, bytes.length, LONG, 7);
    }

    private static Message plain(Address to, String text) {
        return new BytesMessage(to, text.getBytes(StandardCharsets.UTF_8));
    }

    private void expect(String... texts) throws Exception {
        Wait.until(LIMIT, () -> got.size() >= texts.length, got::toString);
        assertEquals(List.of(texts), List.copyOf(got));
    }

    private PledgeHandle pledge() {
        return omaha.beginPledge(OMAHA.application(), List.of(b.address()), 0);
    }

    @Test
    void aHeldMessageLeavesTogetherWithThePledgedOne() throws Exception {
        PledgeHandle pledge = pledge();
        a.send(holdable(b.address(), "ack"));
        a.send(holdable(b.address(), "ack 2"));
        assertEquals(0, counter.sent.get());
        assertEquals(2, omaha.getHeldNow());
        omaha.endPledge(pledge);
        a.send(plain(b.address(), "accept"));
        expect("ack", "ack 2", "accept");
        assertEquals(1, counter.sent.get());
        assertEquals(3, omaha.getApplicationMessages());
        assertEquals(1, omaha.getNetworkMessages());
        long saved = omaha.getApplicationBytes() - omaha.getNetworkBytes();
        assertTrue(saved > 0 && omaha.getNetworkBytes() > 14, saved + " bytes");
    }

    @Test
    void withoutAPledgeNoMessageIsHeld() throws Exception {
        a.send(holdable(b.address(), "ack"));
        expect("ack");
        assertEquals(1, counter.sent.get());
    }

    @Test
    void messagesOfOtherTypesKeepTheirOrderTypeAndHeaders() throws Exception {
        PledgeHandle pledge = pledge();
        a.send(holdable(b.address(), "one"));
        a.send(new ObjectMessage(b.address(), "two"));
        a.send(plain(b.address(), "three"));
        omaha.endPledge(pledge);
        expect("one", "object two", "three");
        assertEquals(3, counter.sent.get(), "held messages leave first; only JGroups reads two");
    }

    @Test
    void outOfBandMessagesPass() throws Exception {
        pledge();
        a.send(holdable(b.address(), "held"));
        a.send(plain(b.address(), "urgent").setFlag(Message.Flag.OOB));
        expect("urgent");
        omaha.flush();
        expect("urgent", "held");
    }

    @ParameterizedTest
    @EnumSource(
            value = Message.Flag.class,
            names = {"OOB", "NO_FC", "SERIALIZED"},
            mode = EnumSource.Mode.EXCLUDE)
    void aMessageWithAFlagForAProtocolBelowIsSentAloneAndInOrder(Message.Flag flag)
            throws Exception {
        pledge();
        a.send(holdable(b.address(), "held"));
        Message flagged = holdable(b.address(), "flagged").setFlag(flag);
        short flags = flagged.getFlags(false);
        a.send(flagged);
        assertEquals(2, counter.sent.get(), "held messages leave first, then this one");
        assertEquals(flags, counter.flags);
        assertEquals(0, omaha.getHeldNow());
        if (flag != Message.Flag.NO_RELIABILITY) expect("held", "flagged");
    }

    @ParameterizedTest
    @EnumSource(
            value = Message.TransientFlag.class,
            names = {"DONT_LOOPBACK", "DONT_BLOCK"})
    void aMessageWithATransientFlagIsSentAloneAndInOrder(Message.TransientFlag flag)
            throws Exception {
        pledge();
        a.send(holdable(b.address(), "held"));
        Message flagged = holdable(b.address(), "flagged").setFlag(flag);
        short flags = flagged.getFlags(true);
        a.send(flagged);
        assertEquals(2, counter.sent.get(), "held messages leave first, then this one");
        assertEquals(flags, counter.transientFlags);
        expect("held", "flagged");
    }

    @ParameterizedTest
    @EnumSource(
            value = Message.Flag.class,
            names = {"NO_FC", "SERIALIZED"})
    void aMessageWhoseFlagsACompositeKeepsIsHeld(Message.Flag flag) throws Exception {
        pledge();
        a.send(holdable(b.address(), "held").setFlag(flag));
        a.send(holdable(b.address(), "held too").setFlag(flag));
        assertEquals(2, omaha.getHeldNow());
        List<Boolean> set = Collections.synchronizedList(new ArrayList<>());
        b.setReceiver(
                new Receiver() {
                    @Override
                    public void receive(Message message) {
                        set.add(message.isFlagSet(flag));
                    }
                });
        omaha.flush();
        Wait.until(LIMIT, () -> set.size() == 2, set::toString);
        assertEquals(List.of(true, true), set);
        assertEquals(1, counter.sent.get());
    }

    @Test
    void theTimerReleasesMessagesAfterThePledgeHasEnded() throws Exception {
        PledgeHandle pledge = pledge();
        a.send(holdable(b.address(), "ack"));
        omaha.endPledge(pledge);
        omaha.endPledge(pledge);
        expect("ack");
    }

    @Test
    void theHoldTimeIsKept() throws Exception {
        pledge();
        byte[] bytes = "ack".getBytes(StandardCharsets.UTF_8);
        Hold brief = Hold.upTo(TimeUnit.MILLISECONDS.toNanos(20));
        a.send(new HoldableMessage(b.address(), bytes, 0, 3, brief, 7));
        expect("ack");
        assertTrue(omaha.getHoldMean() >= 20_000, omaha.getHoldMean() + " us");
        assertEquals(1, omaha.getFlushesByDeadline());
    }

    @Test
    void multicastsWaitForPledgedMulticasts() throws Exception {
        PledgeHandle pledge =
                omaha.beginPledge(OMAHA.application(), Collections.singletonList(null), 0);
        a.send(holdable(null, "all 1"));
        assertEquals(0, counter.sent.get());
        omaha.endPledge(pledge);
        a.send(plain(null, "all 2"));
        expect("all 1", "all 2");
        assertEquals(1, counter.sent.get());
    }

    @Test
    void aForkChannelFindsOmahaAndTwoForkChannelsShareMessages() throws Exception {
        List<String> red = Collections.synchronizedList(new ArrayList<>());
        List<String> blue = Collections.synchronizedList(new ArrayList<>());
        try (ForkChannel redA = new ForkChannel(a, "apps", "red");
                ForkChannel blueA = new ForkChannel(a, "apps", "blue");
                ForkChannel redB = new ForkChannel(b, "apps", "red");
                ForkChannel blueB = new ForkChannel(b, "apps", "blue")) {
            redB.setReceiver(into(red));
            blueB.setReceiver(into(blue));
            for (ForkChannel fork : List.of(redA, blueA, redB, blueB)) fork.connect("ignored");
            OMAHA shared = OMAHA.below(blueA::down);
            assertEquals(omaha, shared);
            counter.sent.set(0);
            PledgeHandle pledge = shared.beginPledge(OMAHA.application(), List.of(b.address()), 0);
            redA.send(holdable(b.address(), "ack of red"));
            assertEquals(0, counter.sent.get());
            shared.endPledge(pledge);
            blueA.send(plain(b.address(), "accept of blue"));
            Wait.until(LIMIT, () -> red.size() + blue.size() == 2, () -> red + " " + blue);
            assertEquals(List.of("ack of red"), red);
            assertEquals(List.of("accept of blue"), blue);
            assertEquals(1, counter.sent.get());
        }
    }

    @Test
    void heldMessagesLeaveWhenTheChannelCloses() throws Exception {
        pledge();
        a.send(holdable(b.address(), "last"));
        a.close();
        expect("last");
    }

    @Test
    void aMessageThatIsRefusedBelowAffectsNoOtherMessage() throws Exception {
        List<Address> all = new ArrayList<>(List.of(a.address(), b.address()));
        all.add(null);
        omaha.beginPledge(OMAHA.application(), all, 0);
        List<String> own = Collections.synchronizedList(new ArrayList<>());
        a.setReceiver(into(own));
        for (Address to : all) a.send(holdable(to, "to " + (to == null ? "all" : to)));
        counter.refusing.set(1);
        assertThrows(IllegalStateException.class, omaha::flush);
        assertEquals(0, counter.refusing.get());
        assertEquals(2, counter.sent.get());
        counter.refusing.set(2);
        for (Address to : all) a.send(holdable(to, "again"));
        IllegalStateException first =
                assertThrows(IllegalStateException.class, omaha::flush, "the first of two");
        assertEquals(1, first.getSuppressed().length);
        assertEquals(3, counter.sent.get());
    }

    @Test
    void aMessageThatIsRefusedBelowStopsNoTimer() throws Exception {
        pledge();
        byte[] large = new byte[30_000];
        a.send(new HoldableMessage(b.address(), large, 0, large.length, LONG, 7));
        byte[] next = "x".repeat(5_000).getBytes(StandardCharsets.UTF_8);
        Hold brief = Hold.upTo(TimeUnit.MILLISECONDS.toNanos(20));
        counter.refusing.set(1);
        assertThrows(
                IllegalStateException.class,
                () -> a.send(new HoldableMessage(b.address(), next, 0, next.length, brief, 7)));
        expect("x".repeat(5_000));
    }

    @Test
    void aViewWithoutTheDestinationEndsThePledge() throws Exception {
        PledgeHandle pledge = pledge();
        b.close();
        Wait.until(LIMIT, () -> !pledge.open(), pledge::toString);
        assertEquals(0, omaha.getPledgesOpen());
    }

    @Test
    void aMalformedCompositeIsDroppedAndCounted() throws Exception {
        OMAHA receiver = OMAHA.below(b::down);
        Message broken =
                plain(b.address(), "\u0007 no composite")
                        .putHeader(omaha.getId(), CompositeHeader.INSTANCE);
        a.send(broken);
        a.send(plain(b.address(), "good"));
        expect("good");
        assertEquals(1, receiver.getMalformedComposites());
    }

    @ParameterizedTest
    @CsvSource({"true, false", "false, false", "true, true", "false, true"})
    void heldMessagesLeaveWhenFlowControlHasNoCreditsLeft(boolean multicast, boolean derived)
            throws Exception {
        int each = 300;
        int count = 20;
        String group = "omaha-" + GROUPS.incrementAndGet();
        AtomicInteger received = new AtomicInteger();
        try (JChannel c = controlled("C", derived);
                JChannel d = controlled("D", derived)) {
            d.setReceiver(
                    new Receiver() {
                        @Override
                        public void receive(Message message) {
                            received.incrementAndGet();
                        }
                    });
            c.connect(group);
            d.connect(group);
            Wait.until(LIMIT, () -> c.getView().size() == 2, () -> c.getView().toString());
            OMAHA layer = OMAHA.below(c::down);
            Wait.until(LIMIT, () -> layer.getViews() == 2, () -> layer.getViews() + " views");
            Address to = multicast ? null : d.address();
            layer.beginPledge(OMAHA.application(), Collections.singletonList(to), 0);
            Thread sender =
                    new Thread(
                            () -> {
                                for (int i = 0; i < count; i++)
                                    c.down(
                                            new HoldableMessage(
                                                    to, new byte[each], 0, each, LONG, 7));
                            });
            sender.start();
            sender.join(LIMIT.toMillis());
            assertFalse(sender.isAlive(), "waits for credits; received " + received);
            assertTrue(layer.getFlushesForCredits() > 0, "credits were never short");
            Wait.until(LIMIT, () -> received.get() > 0, () -> layer.getHeldNow() + " held");
            layer.flush();
            Wait.until(LIMIT, () -> received.get() == count, () -> received + " received");
        }
    }

    private JChannel controlled(String name, boolean derived) throws Exception {
        List<FlowControl> controls =
                derived ? List.of(new OwnUfc(), new OwnMfc()) : List.of(new UFC(), new MFC());
        for (FlowControl control : controls)
            control.setMaxCredits(1_500).setMinCredits(300).setMaxBlockTime(200);
        return channel(name, List.of(), controls);
    }

    private static final class OwnUfc extends UFC {
        OwnUfc() {
            setId((short) 5001);
        }
    }

    private static final class OwnMfc extends MFC {
        OwnMfc() {
            setId((short) 5002);
        }
    }

    @Test
    void aStackWithoutOmahaIsDetected() throws Exception {
        try (JChannel bare = new JChannel(new SHARED_LOOPBACK(), new SHARED_LOOPBACK_PING())) {
            assertNull(OMAHA.below(bare::down));
        }
        assertNotNull(omaha);
    }

    @Test
    void wrongSettingsStopTheStart() {
        OMAHA wrong = new OMAHA();
        wrong.setValue("aggregation", "sometimes");
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, wrong::settings);
        assertTrue(e.getMessage().contains("pledges, algorithm_1, time, none"), e.getMessage());
        OMAHA below = new OMAHA();
        below.setValue("bytes_max", 0);
        assertThrows(IllegalArgumentException.class, below::settings);
        assertFalse(e.getMessage().isEmpty());
    }
}
