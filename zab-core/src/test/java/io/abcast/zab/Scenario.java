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

/**
 * A scripted run of a simulated cluster without random faults, in virtual time and with all checkers. The methods of
 * {@code Scenario} are the steps of a scripted run.
 */
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

    /** @param policies the protocols of the members of the simulated cluster, as in {@link ZabSubject#policies} */
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

    /**
     * Creates a cluster of {@code nodes} members with durable logs, and waits until one of the members leads. The
     * members take snapshots only after the script has written many bytes.
     */
    static Scenario of(int nodes) {
        return new Scenario(nodes, Durability.FSYNC, config(1 << 20, 1 << 20));
    }

    /** Creates a cluster with frequent snapshots and short logs, so that a member that lags must fetch a snapshot. */
    static Scenario withSnapshots(int nodes) {
        return new Scenario(nodes, Durability.FSYNC, config(500, 1));
    }

    /** Creates a cluster as {@link #of} does, with spare servers that are not members. */
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

    /** Returns the member with the lowest id that does not lead. */
    int follower() {
        return followers()[0];
    }

    /** Returns all members that do not lead. */
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

    /** Waits until another member than {@code old} leads, and returns this leader. */
    int awaitLeaderOtherThan(int old) {
        await("a leader other than " + old, () -> leader() != 0 && leader() != old);
        return leader();
    }

    void await(String what, BooleanSupplier condition) {
        boolean happened = cluster.runUntil(condition, PATIENCE);
        assertOk();
        assertTrue(happened, () -> "expected " + what + "\n" + cluster.describe());
    }

    /** Submits one request at member {@code id} and does not wait for the answer. */
    ObservedRequest submit(int id) {
        return cluster.submit(id, new byte[] {(byte) ++payloads, (byte) (payloads >> 8), 7});
    }

    /** Submits {@code count} requests one by one, and waits for each answer. */
    void write(int id, int count) {
        for (int i = 0; i < count; i++) write(id);
    }

    /**
     * Submits a request again until one attempt succeeds. The first attempts may fail, because a member that was just
     * added may not know of its addition yet.
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

    /** Requests a change of the ensemble at a member and does not wait for the answer. */
    ObservedRequest ask(int id, Kind kind, int about) {
        return cluster.reconfigure(id, new MembershipChange(kind, about));
    }

    /**
     * Repeats a request for a change of the ensemble until the leader accepts the request, and waits until the change
     * is committed.
     */
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

    /** Starts a member and waits until it has answered a write that was submitted at this member. */
    void startAndJoin(int id) {
        cluster.start(id);
        write(id, 1);
    }

    /**
     * Makes the network lose the messages between leader and followers that {@code lost} selects, until the script sets
     * another filter or calls {@link #finish}.
     */
    void lose(Loss lost) {
        cluster.filter(
                (from, to, message) ->
                        !(message instanceof Frame f && lost.loses(from, to, f.body())));
    }

    /** Selects the messages that the simulated network loses. */
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

    /** Returns the number of lines of the run's trace that contain {@code text}. */
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

    /**
     * Heals all faults of the simulated cluster. After the faults are healed, {@code finish} requires that every member
     * answers a write and a read, that all states are equal, and that all invariants hold.
     */
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
