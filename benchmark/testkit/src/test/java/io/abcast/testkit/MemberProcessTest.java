package io.abcast.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.client.ClientLoops;
import io.abcast.client.admin.MemberChanger;
import io.abcast.command.process.Directories;
import io.abcast.kernel.MembershipChange;
import io.abcast.kernel.MembershipChange.Kind;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Replaces failed members of an ensemble of real servers under load, as docs/reconfiguration.md describes. */
@Tag("process")
final class MemberProcessTest {
    private static final Duration START = Duration.ofSeconds(60);
    private static final int WRITERS = 10;

    @TempDir private Path directory;
    private final ClientLoops loops = new ClientLoops(1);
    private LocalEnsemble cluster;
    private Writers writers;
    private MemberChanger members;

    @AfterEach
    void close() {
        if (writers != null) writers.close();
        if (members != null) members.close();
        if (cluster != null) cluster.close();
        loops.close();
    }

    private static MembershipChange change(Kind kind, int id) {
        return new MembershipChange(kind, id);
    }

    @Test
    @Timeout(240)
    void failedMembersAreReplacedUnderLoadAndNoWriteIsLost() throws Exception {
        cluster = TestClusters.prepareWithPlaces(3, 4, "ZAB", "fsync", "256m", directory);
        cluster.start(START);
        List<InetSocketAddress> founders = new ArrayList<>(cluster.addresses());
        writers = new Writers(loops, founders, WRITERS);
        members = new MemberChanger(founders, null, null, START, System.out::println);
        writers.awaitMore(200);
        assertEquals("1,2,3", members.list().members().toString());
        refusals();

        int led = cluster.leader();
        int emptied = led % 3 + 1;
        cluster.server(emptied).kill();
        Directories.delete(cluster.data(emptied));
        cluster.server(emptied).start();
        cluster.awaitServing(START);
        writers.awaitMore(100);

        led = cluster.leader();
        cluster.server(led).kill();
        cluster.prepareJoining().start();
        MemberChanger.Answer now = members.change(change(Kind.ADD_OBSERVER, 4));
        assertEquals("1,2,3+4", now.members().toString());
        now = members.change(change(Kind.PROMOTE, 4));
        assertEquals("1,2,3,4", now.members().toString());
        now = members.change(change(Kind.REMOVE, led));
        assertEquals(3, now.members().voters());
        assertTrue(!now.members().contains(led) && now.members().contains(4));
        cluster.awaitServing(START);
        writers.awaitMore(100);

        int third = led % 3 + 1;
        cluster.server(third).kill();
        writers.awaitMore(100);
        cluster.server(third).start();
        cluster.awaitServing(START);
        // A restarted server reads its membership from its log, even if its options name another
        // membership.
        cluster.server(4).kill();
        cluster.server(4).start();
        cluster.awaitServing(START);
        writers.stop();
        writers.assertNothingLost(loops, cluster.addresses());
        assertNotNull(cluster.awaitAgreement(START), "the states differ");

        cluster.server(led).start();
        awaitLine(cluster.server(led).log(), "no member of the present ensemble");
        assertEquals(3, members.list().members().voters());
    }

    private static void awaitLine(Path log, String part) throws Exception {
        long deadline = System.nanoTime() + START.toNanos();
        while (!Files.readString(log).contains(part)) {
            assertTrue(System.nanoTime() < deadline, () -> "no line with '" + part + "' in " + log);
            Thread.sleep(50);
        }
    }

    private void refusals() {
        refused("promote 5: 5 is no member", change(Kind.PROMOTE, 5));
        refused("add observer 1: 1 is a member already", change(Kind.ADD_OBSERVER, 1));
        refused("promote 2: it is a voter already", change(Kind.PROMOTE, 2));
    }

    private void refused(String expected, MembershipChange change) {
        String said = assertThrows(IOException.class, () -> members.change(change)).getMessage();
        assertTrue(said.startsWith(expected), said);
        assertTrue(said.endsWith("; members: 1,2,3"), said);
    }
}
