package io.abcast.zab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Entry;
import io.abcast.kernel.MembershipChange;
import io.abcast.kernel.MembershipChange.Kind;
import io.abcast.kernel.Refusal;
import io.abcast.log.Durability;
import io.abcast.sim.Cluster;
import io.abcast.sim.ClusterModel;
import io.abcast.sim.Trace;
import io.abcast.sim.check.ObservedRead;
import io.abcast.sim.check.ObservedRequest;
import io.abcast.zab.ZabMessage.Frame;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** A scripted run of a simulated cluster without random faults, in virtual time and with all checkers. */
final class Scenario {
    static final long MILLI = 1_000_000;

    /** Maximum virtual time, in ns, for which a script waits for an expected state. */
    private static final long PATIENCE = 20_000 * MILLI;

    final Cluster cluster;
    final List<String> story = new ArrayList<>();
    private final ZabSubject subject;
    private int payloads;

    Scenario(int nodes, Durability durability, ZabConfig config) {
        this(nodes, durability, config, new ZabSubject(), List.of(Policies.ZAB));
    }

    Scenario(
            int nodes,
            Durability durability,
            ZabConfig config,
            ZabSubject subject,
            List<Policies> policies) {
        this(ClusterModel.quiet(nodes, durability, ZabCodec.INSTANCE), config, subject, policies);
    }

    Scenario(ClusterModel world, ZabConfig config, ZabSubject subject, List<Policies> policies) {
        this.subject = subject;
        cluster = new Cluster(world, subject.factory(config, policies), 42, new Trace(story::add));
        cluster.history().needHolders(subject::holdersMin);
        cluster.startAll();
        awaitLeader();
    }

    static Scenario of(int nodes) {
        return new Scenario(nodes, Durability.FSYNC, config(1 << 20, 1 << 20));
    }

    static Scenario withSnapshots(int nodes) {
        return new Scenario(nodes, Durability.FSYNC, config(500, 1));
    }

    static Scenario withSpares(int nodes, int... spares) {
        return new Scenario(
                ClusterModel.quiet(nodes, Durability.FSYNC, ZabCodec.INSTANCE).withSpares(spares),
                config(1 << 20, 1 << 20),
                new ZabSubject(),
                List.of(Policies.ZAB));
    }

    static ZabConfig config(long snapshotEveryBytes, long cacheBytes) {
        return config(snapshotEveryBytes, cacheBytes, 200);
    }

    static ZabConfig config(long snapshotEveryBytes, long cacheBytes, int snapshotChunkBytes) {
        return new ZabConfig(
                true,
                false,
                false,
                4_000,
                1_000,
                1 << 20,
                1 << 20,
                1 << 20,
                1_000,
                cacheBytes,
                snapshotEveryBytes,
                snapshotChunkBytes,
                20 * MILLI,
                10 * MILLI,
                10 * MILLI,
                60 * MILLI,
                200 * MILLI,
                2 * MILLI);
    }

    int leader() {
        return cluster.leader();
    }

    int follower() {
        return followers()[0];
    }

    int[] followers() {
        int leader = leader();
        List<Integer> others = new ArrayList<>();
        for (int id : cluster.ensemble().ids()) if (id != leader) others.add(id);
        return others.stream().mapToInt(Integer::intValue).toArray();
    }

    int awaitLeader() {
        await("a leader", () -> leader() != 0);
        return leader();
    }

    int awaitLeaderOtherThan(int old) {
        await("a leader other than " + old, () -> leader() != 0 && leader() != old);
        return leader();
    }

    void await(String what, BooleanSupplier condition) {
        boolean happened = cluster.runUntil(condition, PATIENCE);
        assertOk();
        assertTrue(happened, () -> "expected " + what + "\n" + cluster.describe());
    }

    ObservedRequest submit(int id) {
        return cluster.submit(id, new byte[] {(byte) ++payloads, (byte) (payloads >> 8), 7});
    }

    void write(int id, int count) {
        for (int i = 0; i < count; i++) write(id);
    }

    /**
     * Submits a request again until one attempt succeeds, because a member that was just added may not know of its
     * addition yet.
     */
    private void write(int id) {
        while (true) {
            ObservedRequest request = submit(id);
            await("an answer", () -> request.state() != ObservedRequest.State.PENDING);
            if (request.state() == ObservedRequest.State.DELIVERED) return;
            assertEquals(Refusal.NOT_MEMBER, request.refusal(), request::toString);
            run(MILLI);
        }
    }

    ObservedRequest ask(int id, Kind kind, int about) {
        return cluster.reconfigure(id, new MembershipChange(kind, about));
    }

    void change(int id, Kind kind, int about) {
        while (true) {
            ObservedRequest request = ask(id, kind, about);
            await(
                    "an answer to " + request,
                    () -> request.state() != ObservedRequest.State.PENDING);
            if (request.state() == ObservedRequest.State.DELIVERED) return;
            assertEquals(Refusal.CHANGE_NOT_READY, request.refusal(), () -> kind + " " + about);
            run(5 * MILLI);
        }
    }

    ObservedRead read(int id) {
        return cluster.read(id);
    }

    void run(long nanos) {
        cluster.runFor(nanos);
        assertOk();
    }

    void startAndJoin(int id) {
        cluster.start(id);
        write(id, 1);
    }

    void lose(Loss lost) {
        cluster.filter(
                (from, to, message) ->
                        !(message instanceof Frame f && lost.loses(from, to, f.body())));
    }

    interface Loss {
        boolean loses(int from, int to, LinkMessage body);
    }

    ZabSubject.Coverage seen() {
        subject.count();
        return subject.coverage;
    }

    long lastLogged(int id) {
        List<Entry> log = cluster.log(id);
        return log.isEmpty() ? 0 : log.get(log.size() - 1).zxid();
    }

    long told(String text) {
        return story.stream().filter(line -> line.contains(text)).count();
    }

    void assertOk() {
        assertTrue(
                cluster.ok(),
                () ->
                        cluster.history().violations()
                                + "\n"
                                + cluster.describe()
                                + String.join("\n", last(40)));
    }

    private List<String> last(int lines) {
        return story.subList(Math.max(0, story.size() - lines), story.size());
    }

    void finish() {
        cluster.heal();
        awaitLeader();
        for (int id : cluster.ensemble().ids()) {
            write(id, 1);
            ObservedRead read = read(id);
            await("an answer to " + read, read::answered);
        }
        await("equal states", this::equalStates);
        for (int id : cluster.ensemble().ids()) {
            assertEquals(
                    cluster.history().ordered(),
                    cluster.history().delivered(cluster.members().rank(id)).size(),
                    "entries delivered at " + id);
        }
        cluster.history().end();
        assertOk();
    }

    private boolean equalStates() {
        for (int id : cluster.ensemble().ids()) {
            int rank = cluster.members().rank(id);
            if (!cluster.history().pending(rank).isEmpty()) return false;
            int delivered = cluster.history().delivered(rank).size();
            if (delivered != cluster.history().ordered()) return false;
        }
        return true;
    }
}
