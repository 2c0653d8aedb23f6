package io.abcast.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Effects;
import io.abcast.kernel.Hold;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Message;
import io.abcast.kernel.Node;
import io.abcast.log.Durability;
import io.abcast.log.Storage;
import io.abcast.log.Storages;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Tests, in virtual time, drivers whose processes exchange hellos. A message of one driver is an event in the
 * receiver's next turn.
 */
final class NeighboursTest {
    private static final long MS = 1_000_000;
    private static final long ASK_NANOS = 500 * MS;
    private static final Membership MEMBERS = Membership.of(1, 2, 3);

    private final List<Greeting> processes = new ArrayList<>();
    private long nowNanos;

    private final class Greeting implements Transport<Integer>, Sink, Application {
        final int address = processes.size() + 1;
        final List<String> trace = new ArrayList<>();
        final List<LoopEvent> inbox = new ArrayList<>();
        final Driver driver;
        final Neighbours<Integer> neighbours;
        Effects effects;
        boolean holds;

        Greeting(int id, int wireVersion) throws IOException {
            Storage storage = Storages.open(Durability.MEMORY, null, id, MEMBERS, note -> {});
            driver =
                    new Driver(
                            "server " + id,
                            this::node,
                            storage,
                            this,
                            this,
                            0,
                            1000 * MS,
                            () -> "");
            neighbours =
                    new Neighbours<>(
                            driver,
                            this,
                            () -> false,
                            id,
                            MEMBERS,
                            "ZAB 1,2,3",
                            wireVersion,
                            address,
                            ASK_NANOS,
                            1);
            driver.connect(neighbours, SnapshotWay.NONE);
            driver.recover(inbox::add);
            processes.add(this);
        }

        private Node node(Effects mine) {
            effects = mine;
            return (Node)
                    Proxy.newProxyInstance(
                            getClass().getClassLoader(),
                            new Class<?>[] {Node.class},
                            (proxy, method, args) -> {
                                switch (method.getName()) {
                                    case "onStart" -> trace.add("start");
                                    case "onReachable" ->
                                            trace.add(
                                                    "reachable " + new TreeSet<>((Set<?>) args[0]));
                                    case "onMessage" -> trace.add("message from " + args[0]);
                                    default -> {}
                                }
                                return null;
                            });
        }

        void turn(LoopEvent... events) {
            List<LoopEvent> all = new ArrayList<>(inbox);
            inbox.clear();
            all.addAll(List.of(events));
            driver.turn(nowNanos, all.toArray(new LoopEvent[0]), all.size());
        }

        @Override
        public void send(Integer to, int server, int wireVersion, Message message, Hold hold) {
            trace.add("to %d at %d in version %d".formatted(server, to, wireVersion));
            Greeting receiver = processes.get(to - 1);
            receiver.inbox.add(
                    d -> {
                        int id = receiver.neighbours.idAt(address);
                        if (id == 0) receiver.neighbours.onStranger(address);
                        else d.onMessage(id, message);
                    });
        }

        @Override
        public void say(Integer to, Hello hello) {
            Greeting receiver = processes.get(to - 1);
            receiver.inbox.add(d -> receiver.neighbours.onHello(address, hello));
        }

        @Override
        public void onUnaddressed(int server) {
            trace.add("unaddressed " + server);
        }

        @Override
        public void warn(Integer about, String what) {
            trace.add("warning");
        }

        @Override
        public boolean holds() {
            return holds;
        }

        @Override
        public void beginPledge(long pledge, List<Integer> to, long expectedNanos) {
            trace.add("pledge to " + to);
        }

        @Override
        public void tell(PendingRequest request) {
            request.tell();
        }

        @Override
        public void ready(PendingRead read) {
            read.ready();
        }

        @Override
        public void run(Runnable code) {
            code.run();
        }

        @Override
        public void onAnswered() {}

        @Override
        public void release(int count, long bytes) {}

        @Override
        public void delivered(long tookNanos, long now) {}

        @Override
        public void report(String line) {}

        @Override
        public void onTick() {}

        @Override
        public Object deliver(long zxid, int origin, byte[] payload) {
            return null;
        }

        @Override
        public Storage.SnapshotWriter freeze() {
            return out -> {};
        }

        @Override
        public void restore(InputStream content) {}
    }

    private void view(Greeting... members) {
        List<Integer> view = new ArrayList<>();
        for (Greeting member : members) view.add(member.address);
        for (Greeting member : members) member.inbox.add(d -> member.neighbours.onView(view));
    }

    private void run(Greeting... members) {
        for (int i = 0; i < 6; i++) for (Greeting member : members) member.turn();
    }

    @Test
    void nodesStartOnceTheirProcessesHaveGreetedAndReachOneAnother() throws IOException {
        Greeting one = new Greeting(1, 2);
        Greeting two = new Greeting(2, 1);
        run(one, two);
        assertFalse(one.driver.started(), "no view yet");
        view(one, two);
        run(one, two);
        assertTrue(one.driver.started() && two.driver.started());
        assertEquals(two.address, one.neighbours.addressOf(2));
        assertEquals(1, one.neighbours.wireVersionOf(2));
        assertEquals(0, one.neighbours.wireVersionOf(3));
        assertTrue(one.trace.contains("reachable [1, 2]"), one.trace::toString);
        one.trace.clear();
        one.turn(
                d -> {
                    one.effects.send(2, () -> 0);
                    one.effects.send(3, () -> 0);
                });
        two.turn();
        assertEquals(List.of("to 2 at 2 in version 1", "unaddressed 3"), one.trace);
        assertTrue(two.trace.contains("message from 1"), two.trace::toString);
    }

    @Test
    void aSilentProcessDelaysTheStartOnlyByTheIdCheckTime() throws IOException {
        Greeting one = new Greeting(1, 2);
        Greeting dead = new Greeting(2, 2);
        view(one, dead);
        run(one);
        assertFalse(one.driver.started());
        nowNanos = ASK_NANOS;
        run(one);
        assertTrue(one.driver.started());
    }

    @Test
    void anOldProcessOfAServerIsNoLongerAddressedAndEnds() throws IOException {
        Greeting one = new Greeting(1, 2);
        Greeting before = new Greeting(2, 2);
        view(one, before);
        run(one, before);
        // A new process of the same server starts while the server's old process stalls and stays
        // in the view.
        Greeting after = new Greeting(2, 2);
        view(one, before, after);
        before.inbox.clear();
        run(one, after);
        nowNanos = ASK_NANOS;
        run(one, after);
        assertTrue(after.driver.started());
        assertEquals(after.address, one.neighbours.addressOf(2));
        assertEquals(0, one.neighbours.idAt(before.address));
        run(before);
        assertTrue(before.driver.ended());
        assertTrue(before.driver.failure().getMessage().contains("has been started again"));
        assertNull(after.driver.failure());
    }

    @Test
    void aHelloWithAnOldIncarnationIsIgnored() throws IOException {
        Greeting one = new Greeting(1, 2);
        Greeting before = new Greeting(2, 2);
        view(one, before);
        run(one, before);
        Greeting after = new Greeting(2, 2);
        view(one, before, after);
        before.inbox.clear();
        run(one, after);
        nowNanos = ASK_NANOS;
        run(one, after);
        Hello old = new Hello(2, 1, true, true, 1, 1, false, 2, "ZAB 1,2,3");
        one.turn(d -> one.neighbours.onHello(before.address, old));
        assertEquals(after.address, one.neighbours.addressOf(2));
    }

    @Test
    void pledgesNameTheKnownAddressesAndOnlyIfMessagesAreHeld() throws IOException {
        Greeting one = new Greeting(1, 2);
        Greeting two = new Greeting(2, 2);
        view(one, two);
        run(one, two);
        one.trace.clear();
        one.turn(d -> one.effects.beginPledge(1, Set.of(2, 3), MS));
        assertEquals(List.of(), one.trace);
        one.holds = true;
        one.turn(d -> one.effects.beginPledge(1, Set.of(2, 3), MS));
        assertEquals(List.of("pledge to [2]"), one.trace);
    }
}
