package io.abcast.jgroups;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.jgroups.blocks.Codec;
import io.abcast.jgroups.blocks.ReplicatedMap;
import io.abcast.kernel.Membership;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jgroups.Address;
import org.jgroups.JChannel;
import org.jgroups.conf.ConfiguratorFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests attacks of a faulty member that has a valid key and poses as other members of a real ensemble. */
class FbpPosersTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int LIAR = 7;
    private static final Membership MEMBERS = Membership.of(1, 2, 3, 4, 5, 6, 7);

    private final Map<Integer, ReplicatedMap<String, String>> running = new TreeMap<>();
    private final Map<Integer, JChannel> channels = new TreeMap<>();
    private final String group = "posers-" + System.identityHashCode(this);
    private int starts;
    private boolean unsigned;
    private final List<Liar> liars = new ArrayList<>();

    @TempDir private Path dir;

    @AfterEach
    void close() {
        for (Liar liar : liars) liar.close();
        for (ReplicatedMap<String, String> map : running.values()) map.close();
    }

    private static String stack() throws Exception {
        try (InputStream in = ConfiguratorFactory.getConfigStream("test-stack.xml")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static JChannel channel(String xml) throws Exception {
        return new JChannel(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
    }

    private void start(int id) throws Exception {
        String xml = stack().replace("<io.abcast.jgroups.ZAB ", "<io.abcast.jgroups.FBP ");
        JChannel channel = channel(xml);
        channel.name(group + "/" + id + "/" + ++starts);
        FBP fbp = channel.getProtocolStack().findProtocol(FBP.class);
        fbp.setMembers("1,2,3,4,5,6,7").setServerId(id);
        fbp.setDurability("file").setDataDir(dir.resolve("s" + id).toString());
        if (unsigned) fbp.setValue("unsigned", true);
        else TestKeys.give(fbp, dir, 7);
        channels.put(id, channel);
        running.put(id, ReplicatedMap.on(channel, Codec.STRING, Codec.STRING));
        channel.connect(group);
    }

    private void stop(int id) {
        channels.remove(id);
        running.remove(id).close();
    }

    private FBP fbp(int id) {
        return channels.get(id).getProtocolStack().findProtocol(FBP.class);
    }

    private Address address(int id) {
        return channels.get(id).getAddress();
    }

    private void awaitActive() throws Exception {
        for (ReplicatedMap<String, String> map : running.values())
            assertTrue(map.broadcast().awaitActive(LIMIT), () -> map.broadcast().reason());
    }

    private Liar liar() throws Exception {
        int ours = stack().indexOf("<io.abcast.jgroups.ZAB");
        String below = stack().substring(0, ours) + "</config>";
        KeySigner key = unsigned ? null : new KeySigner(TestKeys.in(dir, 7), LIAR, MEMBERS);
        Liar liar = new Liar(channel(below), group, LIAR, MEMBERS, key);
        liars.add(liar);
        return liar;
    }

    private Liar acceptedLiar() throws Exception {
        Liar liar = liar();
        Wait.until(LIMIT, () -> accepts(liar), () -> fbp(1).getAddresses());
        Wait.until(LIMIT, () -> liar.era() != 0, () -> "the liar received no frame");
        return liar;
    }

    private boolean accepts(Liar liar) {
        for (int id : running.keySet()) liar.greet(address(id), id, true);
        String itself = LIAR + "=" + liar.address();
        return running.keySet().stream().allMatch(id -> fbp(id).getAddresses().contains(itself));
    }

    private void found() throws Exception {
        for (int id = 1; id <= LIAR; id++) start(id);
        awaitActive();
        put(1, "before");
        stop(LIAR);
        awaitActive();
    }

    private void put(int id, String key) throws Exception {
        running.get(id).put(key, "by " + id).get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    private void assertUnharmed() throws Exception {
        for (int id : running.keySet()) {
            assertTrue(fbp(id).running(), "member " + id + " has stopped");
            assertFalse(fbp(id).stopped().isDone(), "member " + id + " has stopped");
            assertEquals("by 1", running.get(id).get("before"), "state of member " + id);
            assertNull(running.get(id).get("forged"), "state of member " + id);
            assertEquals(0, fbp(id).status().snapshotsFetched(), "snapshots at member " + id);
            Wait.until(LIMIT, () -> knowsAllOthers(id), fbp(id)::getAddresses);
        }
        put(2, "after");
        assertEquals(
                "by 2",
                running.get(3).getLinearizable("after").get(LIMIT.toSeconds(), TimeUnit.SECONDS));
    }

    private boolean knowsAllOthers(int id) {
        return running.keySet().stream()
                .allMatch(other -> fbp(id).getAddresses().contains(other + "=" + address(other)));
    }

    private static long refused(FBP fbp, int claimed) {
        return fbp.messagesRefused().getOrDefault(claimed, 0L);
    }

    private void attack(Liar liar, int victim, int posed) throws Exception {
        liar.pose(address(victim), victim, posed, null);
        if (victim == posed) return;
        liar.pose(address(victim), victim, posed, address(posed));
        liar.offerForgedState(address(victim), address(posed));
    }

    @Test
    void aMemberThatPosesAsAnotherStopsNoMemberAndChangesNoState() throws Exception {
        found();
        Liar liar = acceptedLiar();
        for (int victim : running.keySet()) {
            for (int posed : running.keySet()) {
                long expected = victim == posed ? 1 : 10;
                // Each attack is repeated, because the group layer drops some of the attacker's
                // messages.
                Wait.until(
                        LIMIT,
                        () -> {
                            attack(liar, victim, posed);
                            return refused(fbp(victim), posed) >= expected;
                        },
                        () -> "refused by " + victim + ": " + fbp(victim).getMessagesRefused());
            }
        }
        for (int victim : running.keySet()) liar.offerForgedState(address(victim), null);
        assertUnharmed();
        assertTrue(fbp(1).getMessagesRefused().contains("2="), fbp(1)::getMessagesRefused);
    }

    @Test
    void withoutKeysTheSameHelloStopsAMember() throws Exception {
        unsigned = true;
        found();
        Liar liar = liar();
        Wait.until(
                LIMIT,
                () -> {
                    liar.pose(address(1), 1, 1, null);
                    return fbp(1).stopped().isCompletedExceptionally();
                },
                () -> "" + fbp(1).status());
    }

    @Test
    void recordingsOfAnEarlierIncarnationHaveNoEffect() throws Exception {
        found();
        Liar liar = acceptedLiar();
        put(1, "traffic");
        Wait.until(LIMIT, () -> liar.recorded().size() > 20, () -> "" + liar.recorded().size());
        Map<Integer, Address> earlier = new TreeMap<>();
        for (int id : new int[] {1, 2}) {
            earlier.put(id, address(id));
            stop(id);
            start(id);
            awaitActive();
        }
        List<Liar.Recorded> recorded = liar.recorded();
        int sent = 0;
        for (Liar.Recorded message : recorded.subList(0, Math.min(200, recorded.size()))) {
            for (int victim : running.keySet()) {
                liar.replay(address(victim), message, null);
                liar.replay(address(victim), message, message.from());
                liar.replay(address(victim), message, address(1 + victim % 6));
                sent++;
            }
        }
        int all = sent;
        Wait.until(
                LIMIT,
                () -> running.keySet().stream().allMatch(id -> refused(fbp(id), LIAR) > 0),
                () -> all + " sent, refused by 1: " + fbp(1).getMessagesRefused());
        assertUnharmed();
        for (int id : running.keySet())
            for (Map.Entry<Integer, Address> old : earlier.entrySet())
                assertFalse(
                        fbp(id).getAddresses().contains(old.getKey() + "=" + old.getValue()),
                        fbp(id)::getAddresses);
    }

    @Test
    void ofTwoProcessesWithTheKeyOfAMemberTheLaterOneKeepsRunning() throws Exception {
        found();
        Liar first = acceptedLiar();
        first.close();
        liars.clear();
        start(LIAR);
        awaitActive();
        Wait.until(
                LIMIT,
                () -> running.get(LIAR).get("before") != null,
                () -> "" + fbp(LIAR).status());
        assertUnharmed();
    }
}
