package io.abcast.jgroups;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.jgroups.omaha.HoldableMessage;
import io.abcast.jgroups.omaha.TimesHeader;
import io.abcast.kernel.Hold;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jgroups.BytesMessage;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.Receiver;
import org.jgroups.protocols.SHARED_LOOPBACK;
import org.jgroups.protocols.SHARED_LOOPBACK_PING;
import org.jgroups.protocols.UNICAST3;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.protocols.pbcast.NAKACK2;
import org.jgroups.protocols.pbcast.STABLE;
import org.jgroups.stack.Protocol;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the controller of {@code OMAHA}'s hold times between real JGroups stacks in this JVM. */
final class OmahaControllerTest {
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final AtomicInteger GROUPS = new AtomicInteger();
    private static final long HOLD_MAX_MICROS = 10_000_000L;
    private static final long MILLI = 1_000_000;

    private final List<String> got = Collections.synchronizedList(new ArrayList<>());
    private JChannel a;
    private JChannel b;
    private OMAHA omahaA;
    private OMAHA omahaB;
    private long number;

    private static JChannel channel(String name) throws Exception {
        OMAHA layer = new OMAHA();
        layer.setValue("hold_max", HOLD_MAX_MICROS);
        layer.setValue("latency_bound", 5.0);
        List<Protocol> stack = new ArrayList<>();
        stack.add(new SHARED_LOOPBACK());
        stack.add(new SHARED_LOOPBACK_PING());
        stack.add(new NAKACK2());
        stack.add(new UNICAST3());
        stack.add(new STABLE());
        stack.add(new GMS().setJoinTimeout(500));
        stack.add(layer);
        return new JChannel(stack).name(name);
    }

    @BeforeEach
    void connect() throws Exception {
        String group = "controller-" + GROUPS.incrementAndGet();
        a = channel("A");
        b = channel("B");
        b.setReceiver(
                new Receiver() {
                    @Override
                    public void receive(Message message) {
                        got.add(
                                new String(
                                        message.getArray(),
                                        message.getOffset(),
                                        message.getLength(),
                                        StandardCharsets.UTF_8));
                    }
                });
        a.connect(group);
        b.connect(group);
        omahaA = OMAHA.below(a::down);
        omahaB = OMAHA.below(b::down);
        Wait.until(LIMIT, () -> omahaA.getViews() == 2, () -> omahaA.getViews() + " views");
    }

    @AfterEach
    void close() {
        b.close();
        a.close();
    }

    private void report(long heldMillis, long controlMillis) throws Exception {
        long seenA = omahaA.getControllerWindows();
        long seenB = omahaB.getControllerWindows();
        for (int i = 0; i < 400; i++) {
            long instance = ++number;
            boolean control = omahaA.isControl(instance);
            assertEquals(control, omahaB.isControl(instance));
            omahaA.completed(instance, (control ? controlMillis : heldMillis) * MILLI);
        }
        Wait.until(
                LIMIT,
                () ->
                        omahaA.getControllerWindows() > seenA
                                && omahaB.getControllerWindows() > seenB,
                () -> omahaA.getControllerWindows() + " " + omahaB.getControllerWindows());
    }

    private Message message(String text, long instance) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return new HoldableMessage(
                b.address(), bytes, 0, bytes.length, Hold.upTo(Long.MAX_VALUE), 7, instance);
    }

    @Test
    void membersReportLatenciesOfInstancesAndEachControllerAdapts() throws Exception {
        assertEquals(0, omahaA.getControllerHold());
        for (int i = 0; i < 3; i++) report(100, 100);
        long grown = omahaA.getControllerHold();
        assertTrue(grown > 0, grown + " us");
        assertEquals(grown, omahaB.getControllerHold());
        // From now on, instances with held messages take twice as long.
        report(200, 100);
        assertTrue(omahaA.getControllerAdded() > 5, omahaA.getControllerAdded() + " % added");
        assertTrue(omahaA.getControllerHold() < grown, omahaA.getControllerHold() + " us");
        assertEquals(omahaA.getControllerHold(), omahaB.getControllerHold());
        assertEquals(1, omahaA.getControllerWindowsOverBound());
        assertEquals(1_600, omahaA.getInstances());
        double share = omahaA.getControlInstances() / 1_600.0;
        assertTrue(
                share > 0.04 && share < 0.09, share + " ran without holding, expected one in 16");
        assertEquals(0, omahaB.getInstances());
    }

    @Test
    void messagesOfControlInstancesAreNotHeld() throws Exception {
        report(100, 100);
        long held = 1;
        while (omahaA.isControl(held)) held++;
        long control = 1;
        while (!omahaA.isControl(control)) control++;
        omahaA.beginPledge(OMAHA.application(), List.of(b.address()), 0);
        a.send(message("control", control));
        Wait.until(LIMIT, () -> got.equals(List.of("control")), got::toString);
        a.send(message("held", held));
        assertEquals(1, omahaA.getHeldNow());
        // OMAHA holds the message for the time that its controller chose, and not for the longer
        // time that the sender allows.
        Wait.until(LIMIT, () -> got.equals(List.of("control", "held")), got::toString);
        assertEquals(1, omahaA.getFlushesByDeadline());
    }

    @Test
    void aMalformedReportIsDroppedAndCounted() throws Exception {
        Message broken = new BytesMessage(b.address(), new byte[] {1});
        a.send(broken.putHeader(omahaA.getId(), new TimesHeader()));
        a.send(new BytesMessage(b.address(), "good".getBytes(StandardCharsets.UTF_8)));
        Wait.until(LIMIT, () -> got.equals(List.of("good")), got::toString);
        assertEquals(1, omahaB.getMalformedComposites());
    }

    @Test
    void wrongSettingsStopTheStart() {
        OMAHA wrong = new OMAHA();
        assertFalse(wrong.isControl(1));
        wrong.setValue("latency_bound", -1.0);
        assertThrows(IllegalArgumentException.class, wrong::settings);
        wrong.setValue("latency_bound", 1.0);
        wrong.setValue("control_every", 1);
        assertThrows(IllegalArgumentException.class, wrong::settings);
    }
}
