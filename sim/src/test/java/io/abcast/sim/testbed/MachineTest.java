package io.abcast.sim.testbed;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.abcast.sim.EventQueue;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests simulated network cards and threads of machines message by message. All times are in nanoseconds. */
final class MachineTest {
    private static final int HOSTS = 3;
    private static final int CPU = 1_000;
    private static final int SWITCH = 5;

    /** A link of the tested hardware sends one byte in one nanosecond. */
    private static final long BYTES_PER_SECOND = 1_000_000_000;

    private final EventQueue queue = new EventQueue();
    private final List<String> log = new ArrayList<>();

    private final class Machine extends TestbedHost {
        Machine(int index, long cpuNanos) {
            super(new Hardware(BYTES_PER_SECOND, SWITCH, cpuNanos), queue, index, HOSTS);
        }

        @Override
        void handle(TestbedHost from, Object body) {
            log.add(body + "@" + now());
        }
    }

    private final Machine a = new Machine(0, 0);
    private final Machine b = new Machine(1, 0);
    private final Machine c = new Machine(2, 0);

    @Test
    void messageTakesTheLinkOutTheSwitchAndTheLinkIn() {
        a.send(b, "m", 1_000);
        run();
        long wire = alone(1_000);
        assertEquals(List.of("m@" + (2 * wire + SWITCH)), log);
    }

    @Test
    void linkOutSendsOneDatagramAfterTheOther() {
        a.send(b, "m", 1_000);
        run();
        log.clear();
        long start = queue.now();
        a.send(b, "first", 1_000);
        queue.at(start + 1, () -> a.send(c, "second", 1_000));
        run();
        long wire = alone(1_000);
        assertEquals(
                List.of(
                        "first@" + (start + 2 * wire + SWITCH),
                        "second@" + (start + 3 * wire + SWITCH)),
                log);
        assertEquals(3 * wire, a.card().outNanos());
    }

    @Test
    void messagesThatWaitForTheLinkShareADatagram() {
        a.send(b, "first", 1_000);
        queue.at(1, () -> a.send(b, "second", 10));
        queue.at(2, () -> a.send(b, "third", 10));
        run();
        assertEquals(
                alone(1_000)
                        + TestbedFrames.wireBytes(
                                TestbedFrames.BUNDLE_BYTES
                                        + 2 * (10 + TestbedFrames.MESSAGE_BYTES)),
                a.card().outNanos());
        assertEquals(3, log.size());
        assertEquals(log.get(1).split("@")[1], log.get(2).split("@")[1]);
    }

    @Test
    void linkInTakesOneDatagramAfterTheOther() {
        a.send(c, "first", 1_000);
        b.send(c, "second", 1_000);
        run();
        long wire = alone(1_000);
        assertEquals(List.of("first@" + (2 * wire + SWITCH), "second@" + (3 * wire + SWITCH)), log);
        assertEquals(2 * wire, c.card().inNanos());
    }

    @Test
    void fullDuplexDirectionsDoNotDelayEachOther() {
        a.send(b, "there", 1_000);
        b.send(a, "back", 1_000);
        run();
        long at = 2 * alone(1_000) + SWITCH;
        assertEquals(List.of("there@" + at, "back@" + at), log);
    }

    @Test
    void shortDatagramDoesNotOvertakeALongOne() {
        a.send(b, "long", 1_400);
        queue.at(1, () -> a.send(b, "short", 1));
        run();
        assertEquals("long", log.get(0).split("@")[0]);
    }

    @Test
    void fragmentsFollowEachOtherThroughTheSwitch() {
        a.send(b, "large", 14_000);
        run();
        int wire = (int) alone(14_000);
        assertEquals(List.of("large@" + (wire + SWITCH + TestbedFrames.lastFrameBytes(wire))), log);
    }

    @Test
    void threadTakesOneMessageAfterTheOther() {
        Machine slow = new Machine(2, CPU);
        a.send(slow, "first", 1);
        b.send(slow, "second", 1);
        run();
        long arrived = 2 * alone(1) + SWITCH;
        assertEquals(List.of("first@" + (arrived + CPU), "second@" + (arrived + 2 * CPU)), log);
        assertEquals(2 * CPU, slow.cpuNanos());
    }

    @Test
    void sendingOccupiesTheThreadToo() {
        Machine slow = new Machine(0, CPU);
        slow.send(b, "first", 1);
        slow.send(c, "second", 1);
        slow.post("own");
        run();
        long way = 2 * alone(1) + SWITCH;
        assertEquals(
                List.of("first@" + (CPU + way), "own@" + 2 * CPU, "second@" + (2 * CPU + way)),
                log);
    }

    private static long alone(int bytes) {
        return TestbedFrames.wireBytes(
                TestbedFrames.BUNDLE_BYTES + TestbedFrames.MESSAGE_BYTES + bytes);
    }

    private void run() {
        while (!queue.isEmpty()) queue.runNext();
    }
}
