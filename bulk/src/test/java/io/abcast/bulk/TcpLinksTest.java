package io.abcast.bulk;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.bulk.port.LineLimit;
import io.abcast.bulk.port.SelectorLoop;
import io.abcast.dissemination.cooper.gossip.GossipMessage.Block;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class TcpLinksTest {
    private static final long SILENT_NANOS = TimeUnit.MILLISECONDS.toNanos(1_200);
    private static final long SECONDS_MAX = 20;

    private static final class Reached implements BlockLinks.Events {
        final List<String> all = new CopyOnWriteArrayList<>();

        @Override
        public void onReachable(int[] members) {
            all.add(Arrays.toString(members));
        }

        @Override
        public void onMessage(int from, byte[] message) {}

        @Override
        public int rowBytesMax(int run) {
            return 0;
        }

        @Override
        public void onReceiving(int from, int run, long number) {}

        @Override
        public void onNearlyReceived(int from, int run, long number) {}

        @Override
        public void onBlock(int from, int run, Block block) {}

        @Override
        public void onNearlyTransferred(int to, long number) {}

        @Override
        public void onTransferred(int to, long number, boolean arrives) {}

        void until(String... expected) throws InterruptedException {
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS_MAX);
            while (!all.equals(List.of(expected))) {
                assertTrue(System.nanoTime() - deadline < 0, all::toString);
                Thread.sleep(5);
            }
        }
    }

    private final Map<Integer, SelectorLoop> loops = new TreeMap<>();

    private TcpLinks open(int id, Reached reached) throws Exception {
        InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        SelectorLoop loop =
                new SelectorLoop(
                        "links " + id,
                        defect -> {
                            throw new AssertionError(defect);
                        });
        loops.put(id, loop);
        TcpLinks links =
                new TcpLinks(
                        id,
                        Map.of(1, any, 2, any),
                        10 + id,
                        0,
                        SILENT_NANOS,
                        loop,
                        new LineLimit(line -> {}, System::nanoTime));
        links.start(reached);
        return links;
    }

    @AfterEach
    void end() throws Exception {
        for (SelectorLoop loop : loops.values()) loop.close();
    }

    @Test
    void silentMemberCountsAsGoneUntilItSendsAgain() throws Exception {
        Reached one = new Reached();
        Reached two = new Reached();
        TcpLinks first = open(1, one);
        TcpLinks second = open(2, two);
        InetSocketAddress of1 = first.address();
        InetSocketAddress of2 = second.address();
        for (SelectorLoop loop : loops.values()) loop.start();
        loops.get(1).execute(() -> first.onAddress(2, of2));
        loops.get(2).execute(() -> second.onAddress(1, of1));
        one.until("[1, 2]");
        two.until("[1, 2]");
        loops.get(2).execute(() -> LockSupport.parkNanos(2 * SILENT_NANOS));
        one.until("[1, 2]", "[1]");
        one.until("[1, 2]", "[1]", "[1, 2]");
        two.until("[1, 2]", "[2]", "[1, 2]");
    }
}
