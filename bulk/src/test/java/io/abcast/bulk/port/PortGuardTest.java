package io.abcast.bulk.port;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.Closeable;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class PortGuardTest {
    private static final long SECOND = 1_000_000_000;
    private static final long DEADLINE = 2 * SECOND;

    private static final class FakeClock implements PortGuard.Clock {
        private final TreeMap<Long, List<Runnable>> timers = new TreeMap<>();
        private long now;

        @Override
        public long nanoTime() {
            return now;
        }

        @Override
        public void in(long nanos, Runnable action) {
            timers.computeIfAbsent(now + nanos, any -> new ArrayList<>()).add(action);
        }

        void advance(long nanos) {
            long end = now + nanos;
            while (!timers.isEmpty() && timers.firstKey() <= end) {
                now = timers.firstKey();
                timers.pollFirstEntry().getValue().forEach(Runnable::run);
            }
            now = end;
        }

        int timers() {
            return timers.values().stream().mapToInt(List::size).sum();
        }
    }

    private static final class Connection implements Closeable {
        boolean closed;

        @Override
        public void close() {
            closed = true;
        }
    }

    private final FakeClock clock = new FakeClock();
    private final PortFigures figures = new PortFigures();
    private final List<String> lines = new ArrayList<>();
    private final PortGuard guard =
            new PortGuard(
                    clock, () -> DEADLINE, figures, new LineLimit(lines::add, clock::nanoTime));

    private PortGuard.Unknown admit(Connection connection, String host, int port) throws Exception {
        InetAddress address = InetAddress.getByName(host);
        return guard.admit(connection, address, new InetSocketAddress(address, port));
    }

    private List<Connection> admit(int count, String host) throws Exception {
        List<Connection> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(new Connection());
            admit(all.get(i), host, i);
        }
        return all;
    }

    private static long closed(List<Connection> connections) {
        return connections.stream().filter(connection -> connection.closed).count();
    }

    @Test
    void beyondTheBoundTheOldestConnectionOfTheBusiestAddressIsClosed() throws Exception {
        List<Connection> few = admit(10, "127.0.0.2");
        List<Connection> many = admit(PortGuard.UNKNOWN_MAX - 10, "127.0.0.3");
        List<Connection> further = admit(5, "127.0.0.4");
        assertEquals(0, closed(few));
        assertEquals(0, closed(further));
        assertEquals(5, closed(many));
        assertEquals(5, closed(many.subList(0, 5)));
        assertEquals(5, figures.evicted());
        assertEquals(PortGuard.UNKNOWN_MAX, figures.unknown());
    }

    @Test
    void connectionThatIsNotIdentifiedInTimeIsClosed() throws Exception {
        List<Connection> first = admit(3, "127.0.0.2");
        clock.advance(SECOND);
        Connection known = new Connection();
        assertTrue(admit(known, "127.0.0.2", 9).known());
        List<Connection> second = admit(3, "127.0.0.2");
        assertEquals(1, clock.timers());
        clock.advance(SECOND - 1);
        assertEquals(0, closed(first));
        clock.advance(1);
        assertEquals(3, closed(first));
        assertEquals(0, closed(second));
        clock.advance(SECOND);
        assertEquals(3, closed(second));
        assertEquals(6, figures.late());
        assertEquals(0, figures.unknown());
        assertFalse(known.closed);
        assertEquals(0, clock.timers());
        assertTrue(
                lines.get(0).contains("did not identify itself within 2000 ms"), lines::toString);
    }

    @Test
    void connectionClosedByTheGuardIsCountedOnce() throws Exception {
        Connection connection = new Connection();
        PortGuard.Unknown late = admit(connection, "127.0.0.2", 1);
        clock.advance(DEADLINE);
        late.refuse("closed meanwhile");
        assertFalse(late.known());
        assertFalse(late.gone());
        assertEquals(1, figures.late());
        assertEquals(0, figures.refused());
        assertEquals(1, lines.size());
    }

    @Test
    void oneLineOfAKindIsLoggedInTenSeconds() throws Exception {
        for (int second = 0; second < 60; second++) {
            for (int i = 0; i < 50; i++) {
                admit(new Connection(), "127.0.0.2", i).refuse("garbage");
                guard.acceptFailed(new java.io.IOException("Too many open files"));
            }
            clock.advance(SECOND);
        }
        assertEquals(12, lines.size());
        assertEquals(3000, figures.refused());
        assertEquals(3000, figures.failed());
        assertTrue(lines.get(2).contains("garbage (499 similar lines left out)"), lines::toString);
    }

    @Test
    void aClosedGuardAdmitsNoConnection() throws Exception {
        List<Connection> before = admit(3, "127.0.0.2");
        guard.close();
        Connection after = new Connection();
        assertNull(admit(after, "127.0.0.2", 1));
        assertEquals(3, closed(before));
        assertTrue(after.closed);
        clock.advance(DEADLINE);
        assertEquals(0, figures.late());
    }

    @Test
    void numberOfLineKindsIsBounded() {
        LineLimit limit = new LineLimit(lines::add, clock::nanoTime);
        int minutes = 2;
        for (int minute = 0; minute < minutes; minute++) {
            for (int i = 0; i < 1_000; i++) {
                int kind = i;
                limit.line("kind " + kind, () -> "line " + kind);
            }
            clock.advance(LineLimit.WINDOW_NANOS);
        }
        assertEquals(minutes * LineLimit.LINES_MAX, lines.size());
        // The maximum number of kinds is reached, so further kinds of lines count as one kind.
        for (int i = 0; i < LineLimit.LINES_MAX; i++) {
            int kind = 1_000 + i;
            limit.line("kind " + kind, () -> "line " + kind);
        }
        assertEquals(minutes * LineLimit.LINES_MAX + 1, lines.size());
    }

    @Test
    void linesOfAllKindsAreBoundedInEachMinute() {
        LineLimit limit = new LineLimit(lines::add, clock::nanoTime);
        List<Long> times = new ArrayList<>();
        for (int step = 0; step < 3_000; step++) {
            int before = lines.size();
            for (String kind : List.of("evicted", "late", "failed", "refused", "malformed"))
                limit.line(kind, () -> kind);
            for (int i = before; i < lines.size(); i++) times.add(clock.nanoTime());
            clock.advance(SECOND / 10);
        }
        assertEquals(5 * LineLimit.LINES_MAX, lines.size());
        for (int i = LineLimit.LINES_MAX; i < times.size(); i++)
            assertTrue(times.get(i) - times.get(i - LineLimit.LINES_MAX) >= 60 * SECOND);
        for (String kind : List.of("evicted", "late", "failed", "refused", "malformed"))
            assertTrue(
                    lines.stream().filter(line -> line.startsWith(kind)).count() >= 5,
                    () -> kind + " in " + lines);
    }
}
