package io.abcast.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/**
 * Tests processes that exchange hellos over a simulated network. A test calls {@link #deliver} to select the messages
 * that the network delivers.
 */
final class GreeterTest {
    private static final long ASK = 500_000_000;
    private static final long LATER = 60_000_000_000L;

    private static final AtomicInteger SEEDS = new AtomicInteger();

    private final Random random = new Random(SEEDS.getAndIncrement());

    private record Place(long number) implements Comparable<Place> {
        @Override
        public int compareTo(Place other) {
            return Long.compare(number, other.number);
        }
    }

    private Place place() {
        return new Place(random.nextLong());
    }

    private record Sent(Peer from, Place to, Hello hello) {}

    private final List<Peer> processes = new ArrayList<>();
    private final ArrayDeque<Sent> network = new ArrayDeque<>();

    private final class Peer implements Greeter.Surroundings<Place> {
        final Place address = place();
        final Greeter<Place> greeter;
        boolean alive = true;
        boolean serving;
        boolean established;
        String rejected;
        Set<Integer> reachable = Set.of();
        final List<String> warnings = new ArrayList<>();

        Peer(int id, String members) {
            this(id, members, 1);
        }

        Peer(int id, String members, int witnesses) {
            greeter = new Greeter<>(id, "ZAB " + members, 2, address, ASK, witnesses, this);
            processes.add(this);
        }

        Place at(int id) {
            return greeter.book().addressOf(id);
        }

        @Override
        public void say(Place to, Hello hello) {
            network.add(new Sent(this, to, hello));
        }

        @Override
        public void serve() {
            assertFalse(serving, "served twice");
            serving = true;
        }

        @Override
        public void reachable(Set<Integer> servers) {
            assertTrue(serving);
            reachable = servers;
        }

        @Override
        public void reject(String why, boolean inUse) {
            rejected = why;
        }

        @Override
        public void warn(Place about, String what) {
            warnings.add(what);
        }

        @Override
        public boolean established() {
            return established;
        }
    }

    private void view(Peer... members) {
        List<Place> addresses = new ArrayList<>();
        for (Peer member : members) addresses.add(member.address);
        for (Peer member : members) if (member.alive) member.greeter.onView(addresses, 0);
    }

    private void deliver() {
        for (Sent sent; (sent = network.poll()) != null; ) {
            for (Peer process : processes)
                if (process.alive && process.rejected == null && process.address.equals(sent.to))
                    process.greeter.onHello(sent.from.address, sent.hello, 1);
        }
    }

    @Test
    void oneLiarStopsNoProcessByAnotherEnsembleIfTwoMustReportIt() {
        Peer a = new Peer(1, "1,2,3", 2);
        view(a);
        Hello other = new Hello(2, 1, true, true, 1, 0, false, 2, "ZAB 1,2,3,4,5");
        Place liar = place();
        for (int i = 0; i < 5; i++) a.greeter.onHello(liar, other, 1);
        assertNull(a.rejected);
        Hello same = new Hello(3, 1, true, true, 1, 0, false, 2, "ZAB 1,2,3,4,5");
        a.greeter.onHello(place(), same, 1);
        assertTrue(a.rejected.contains("ZAB 1,2,3,4,5"), a.rejected);
    }

    @Test
    void oneLiarRaisesNoIncarnationIfTwoMustKnowIt() {
        Peer liar = new Peer(3, "1,2,3");
        Peer b = new Peer(2, "1,2,3");
        Peer a = new Peer(1, "1,2,3", 2);
        liar.alive = false;
        List<Place> view = List.of(a.address, b.address, liar.address);
        a.greeter.onView(view, 0);
        long most = (1L << 62) - 1;
        a.greeter.onHello(b.address, new Hello(2, 1, true, false, 1, 4, false, 2, "ZAB 1,2,3"), 1);
        a.greeter.onHello(
                liar.address, new Hello(3, 1, true, false, 1, most, false, 2, "ZAB 1,2,3"), 1);
        assertTrue(a.serving);
        Sent last = network.getLast();
        assertEquals(
                5,
                last.hello.incarnation(),
                "the next incarnation after the one that two know at least");
    }

    @Test
    void aProcessThatHasNotProvedItsIdentityIsAskedAndNothingElse() {
        Peer a = new Peer(1, "1,2,3", 2);
        view(a);
        Place from = place();
        a.greeter.onUnproven(from, 2);
        Sent sent = network.getLast();
        assertEquals(from, sent.to);
        assertTrue(sent.hello.answer());
        assertEquals(2, sent.hello.receiver());
        assertNull(a.at(2));
        a.greeter.onUnproven(a.address, 1);
        assertEquals(1, network.size(), "a process does not ask itself");
    }

    @Test
    void aProcessAloneServesAtOnce() {
        Peer a = new Peer(1, "1,2,3");
        view(a);
        assertTrue(a.serving);
        assertEquals(Set.of(1), a.reachable);
    }

    @Test
    void processesServeAsSoonAsAllHaveAnswered() {
        Peer a = new Peer(1, "1,2,3");
        Peer b = new Peer(2, "1,2,3");
        Peer c = new Peer(3, "1,2,3");
        view(a, b, c);
        assertFalse(a.serving || b.serving || c.serving, "no process has answered yet");
        deliver();
        assertTrue(a.serving && b.serving && c.serving);
        assertEquals(Set.of(1, 2, 3), a.reachable);
        assertEquals(b.address, a.at(2));
        assertEquals(c.address, b.at(3));
        assertNull(c.at(3), "a process has no address of its own");
    }

    @Test
    void aSilentMemberOfTheViewDelaysServingOnlyForTheIdCheckTimeout() {
        Peer a = new Peer(1, "1,2,3");
        Peer dead = new Peer(2, "1,2,3");
        dead.alive = false;
        view(a, dead);
        deliver();
        a.greeter.onTick(ASK - 1);
        assertFalse(a.serving);
        a.greeter.onTick(ASK);
        assertTrue(a.serving);
        assertEquals(Set.of(1), a.reachable);
    }

    @Test
    void aRestartedServerHasItsNewAddressWhileTheOldOneIsStillInTheView() {
        Peer a = new Peer(1, "1,2,3");
        Peer b = new Peer(2, "1,2,3");
        view(a, b);
        deliver();
        b.alive = false;
        Peer again = new Peer(2, "1,2,3");
        view(a, b, again);
        deliver();
        assertEquals(b.address, a.at(2), "not before it serves");
        again.greeter.onTick(ASK);
        deliver();
        assertTrue(again.serving);
        assertEquals(again.address, a.at(2));
        assertEquals(
                0,
                a.greeter.book().idAt(b.address),
                "a late message of the dead process is foreign");
        view(a, again);
        deliver();
        assertEquals(again.address, a.at(2));
    }

    @Test
    void aSecondProcessWithAnIdInUseIsRejectedAndAffectsNoOtherProcess() {
        Peer a = new Peer(1, "1,2,3");
        Peer b = new Peer(2, "1,2,3");
        view(a, b);
        deliver();
        Peer twin = new Peer(2, "1,2,3");
        view(a, b, twin);
        deliver();
        assertTrue(twin.rejected.contains("server id 2 is in use by " + b.address), twin.rejected);
        assertNull(b.rejected);
        assertTrue(
                b.warnings.toString().contains("tried to run as server 2"), b.warnings::toString);
        assertEquals(b.address, a.at(2));
        twin.greeter.onTick(LATER);
        assertFalse(twin.serving);
    }

    @Test
    void ofTwoProcessesThatStartTogetherWithOneIdOneServes() {
        Peer a = new Peer(2, "1,2,3");
        Peer b = new Peer(2, "1,2,3");
        view(a, b);
        deliver();
        a.greeter.onTick(ASK);
        b.greeter.onTick(ASK);
        Peer rejected = a.rejected != null ? a : b;
        Peer other = rejected == a ? b : a;
        assertTrue(rejected.rejected.contains("server id 2 is in use"), rejected.rejected);
        assertFalse(rejected.serving);
        assertNull(other.rejected);
        assertTrue(other.serving);
    }

    @Test
    void ofTwoProcessesThatServeOneIdAfterASplitTheLaterContinues() {
        Peer a = new Peer(1, "1,2,3");
        Peer old = new Peer(2, "1,2,3");
        view(a, old);
        deliver();
        view(old);
        view(a);
        Peer young = new Peer(2, "1,2,3");
        view(a, young);
        deliver();
        assertTrue(old.serving && young.serving);
        view(a, old, young);
        deliver();
        assertTrue(
                old.rejected.contains("has been started again at " + young.address), old.rejected);
        assertNull(young.rejected);
        assertEquals(young.address, a.at(2));
    }

    @RepeatedTest(20)
    void aProcessStartsAlthoughAnOutdatedProcessOfItsServerStillRuns() {
        Peer a = new Peer(1, "1,2,3");
        Peer old = new Peer(2, "1,2,3");
        view(a, old);
        deliver();
        view(old);
        Peer dead = new Peer(2, "1,2,3");
        view(a, dead);
        deliver();
        assertTrue(old.serving && dead.serving);
        dead.alive = false;
        Peer young = new Peer(2, "1,2,3");
        view(old, young, a);
        deliver();
        assertTrue(young.serving, young.rejected);
        assertNull(young.rejected);
        assertTrue(old.rejected.contains("has been started again"), old.rejected);
        assertEquals(young.address, a.at(2));
    }

    @RepeatedTest(20)
    void ofTwoProcessesThatServeOneIdAndNeverMetOneContinues() {
        Peer a = new Peer(1, "1,2,3");
        Peer one = new Peer(2, "1,2,3");
        Peer two = new Peer(2, "1,2,3");
        view(one);
        view(two);
        view(a);
        view(one, a, two);
        deliver();
        Peer rejected = one.rejected != null ? one : two;
        Peer living = rejected == one ? two : one;
        assertTrue(rejected.rejected != null);
        assertNull(living.rejected);
        assertEquals(living.address, a.at(2));
    }

    @Test
    void aGreetingThatIsNoAnswerDoesNotLetAProcessServe() {
        Peer a = new Peer(1, "1,2,3");
        Peer b = new Peer(2, "1,2,3");
        view(a, b);
        deliver();
        b.alive = false;
        Peer again = new Peer(2, "1,2,3");
        List<Place> all = List.of(a.address, again.address);
        a.greeter.onView(all, 0);
        deliver();
        again.greeter.onView(all, 0);
        assertFalse(again.serving);
        deliver();
        assertTrue(again.serving);
        assertEquals(2, a.greeter.book().incarnation(2));
    }

    @Test
    void aServerThatIsRestartedRepeatedlyIsTheNewestEachTime() {
        Peer a = new Peer(1, "1,2,3");
        List<Peer> lives = new ArrayList<>(List.of(a));
        for (int life = 1; life <= 5; life++) {
            Peer b = new Peer(2, "1,2,3");
            lives.add(life % 2 == 0 ? 1 : lives.size(), b);
            view(lives.toArray(Peer[]::new));
            deliver();
            b.greeter.onTick(ASK);
            deliver();
            assertEquals(b.address, a.at(2), "life " + life);
            b.alive = false;
        }
    }

    @Test
    void aProcessWithAnotherEnsembleStopsWhenTheOthersAreEstablished() {
        Peer a = new Peer(1, "1,2,3");
        a.established = true;
        view(a);
        Peer stranger = new Peer(4, "1,2,3,4,5");
        view(a, stranger);
        deliver();
        assertTrue(
                stranger.rejected.contains("'ZAB 1,2,3'")
                        && stranger.rejected.contains("'ZAB 1,2,3,4,5'"),
                stranger.rejected);
        assertNull(a.rejected);
        assertEquals(Set.of(1), a.reachable);
    }

    @Test
    void processesWithDifferentEnsemblesIgnoreOneAnotherUntilOneIsEstablished() {
        Peer a = new Peer(1, "1,2,3");
        Peer stranger = new Peer(2, "1,2,3,4,5");
        view(a, stranger);
        deliver();
        assertTrue(a.serving && stranger.serving);
        assertNull(a.at(2));
        assertNull(stranger.at(1));
        a.established = true;
        a.greeter.onTick(1000);
        deliver();
        assertTrue(stranger.rejected != null);
        assertNull(a.rejected);
    }

    @Test
    void aLostHelloIsSentAgain() {
        Peer a = new Peer(1, "1,2,3");
        Peer b = new Peer(2, "1,2,3");
        view(a, b);
        network.clear();
        assertFalse(a.serving || b.serving);
        a.greeter.onTick(ASK / 2);
        deliver();
        assertTrue(a.serving && b.serving);
        assertEquals(b.address, a.at(2));
        assertEquals(a.address, b.at(1));
    }

    @Test
    void aServerThatLeftTheViewHasNoAddressAndGetsItBackAfterAMerge() {
        Peer a = new Peer(1, "1,2,3");
        Peer b = new Peer(2, "1,2,3");
        view(a, b);
        deliver();
        view(a);
        view(b);
        assertNull(a.at(2));
        assertEquals(Set.of(1), a.reachable);
        view(b, a);
        deliver();
        assertEquals(b.address, a.at(2));
        assertEquals(Set.of(1, 2), a.reachable);
    }

    @Test
    void aHelloThatArrivesBeforeTheViewCounts() {
        Peer a = new Peer(1, "1,2,3");
        Peer b = new Peer(2, "1,2,3");
        view(a);
        b.greeter.onView(List.of(a.address, b.address), 0);
        deliver();
        assertTrue(b.serving);
        a.greeter.onView(List.of(a.address, b.address), 0);
        assertEquals(b.address, a.at(2));
    }

    @Test
    void aServerThatLeavesIsGoneBeforeTheViewChanges() {
        Peer a = new Peer(1, "1,2,3");
        Peer b = new Peer(2, "1,2,3");
        view(a, b);
        deliver();
        b.established = true;
        b.greeter.leave();
        deliver();
        assertNull(a.at(2));
        assertEquals(Set.of(1), a.reachable);
        a.greeter.onTick(LATER);
        deliver();
        assertNull(a.at(2), "it still says so when it is asked");
        Peer again = new Peer(2, "1,2,3");
        view(a, b, again);
        deliver();
        assertTrue(again.serving);
        assertEquals(again.address, a.at(2));
    }
}
