package io.abcast.sim;

import io.abcast.kernel.Keys;
import io.abcast.kernel.Message;
import io.abcast.kernel.MessageCodec;
import io.abcast.log.Durability;
import io.abcast.sim.check.Checker;
import io.abcast.sim.check.Checkers;
import io.abcast.sim.liar.Alphabet;
import java.util.List;
import java.util.Set;

/** A replication protocol that a fuzz campaign runs and tests. */
public interface Subject {
    /**
     * The settings of the protocol under test for one run, and the objects that a run needs from the protocol.
     *
     * @param codec codec that encodes and decodes every message; {@code null} if messages are not encoded
     * @param payloadBytesMax size of a payload in bytes above which a member refuses the request; 0 if there is no
     *     limit
     * @param roomBytes size of a request in bytes above which a member has no room for the request, even without other
     *     requests; 0 if there is no limit
     * @param parameters readable text of the protocol settings that were drawn for this run
     * @param timeouts timeouts for {@link ProgressUnderFaults}; {@code null} if progress is required only after all
     *     faults are healed
     */
    record Prepared(
            NodeFactory factory,
            MessageCodec<?> codec,
            int payloadBytesMax,
            int roomBytes,
            String parameters,
            Timeouts timeouts) {
        public Prepared(
                NodeFactory factory,
                MessageCodec<?> codec,
                int payloadBytesMax,
                String parameters,
                Timeouts timeouts) {
            this(factory, codec, payloadBytesMax, payloadBytesMax, parameters, timeouts);
        }

        public Prepared(
                NodeFactory factory,
                MessageCodec<?> codec,
                int payloadBytesMax,
                String parameters) {
            this(factory, codec, payloadBytesMax, parameters, null);
        }
    }

    /** Receives the requests of a message or of a state, one request per call. */
    @FunctionalInterface
    interface RequestVisitor {
        void visit(int origin, long request);
    }

    /** Name of the protocol under test on the command line. */
    String protocol();

    /** Number of members, out of {@code members}, that must hold every delivered entry durably. */
    default int holdersMin(int members) {
        return members / 2 + 1;
    }

    /** Whether every member that has forgotten its votes must vote again after all faults are healed. */
    default boolean readmits() {
        return false;
    }

    /**
     * Number of members, out of {@code members}, that must remember all votes that they have cast, at any time; 0 if
     * unknown.
     */
    default int votersMin(int members) {
        return 0;
    }

    /**
     * Number of members, out of {@code members}, that must run so that the ensemble orders requests again after a
     * majority has lost its storages. The number includes survivors and members that the operator starts with
     * {@code bootstrap}; 0 if the protocol documents no such repair.
     */
    default int repairMin(int members) {
        return 0;
    }

    /**
     * Number of members that must be healthy so that the ensemble orders requests; 0 means a majority.
     *
     * @param members number of voters of the ensemble
     */
    default int healthyMin(int members) {
        return 0;
    }

    /** Whether a member can answer only while its links with the leader are sound. */
    default boolean servesThroughLeader() {
        return true;
    }

    /**
     * Whether the protocol under test has a leader. Without a leader, the probe of every member that orders requests
     * says that the member leads.
     */
    default boolean hasLeader() {
        return true;
    }

    /** Maximum size in bytes of a payload in a run, given the random maximum {@code drawn}. */
    default int payloadBytesMax(int drawn) {
        return drawn;
    }

    /** Whether the message announces a decision of its sender. */
    default boolean announcesDecision(Message message) {
        return false;
    }

    /** Whether the message only shows that its sender runs. */
    default boolean isHeartbeat(Message message) {
        return false;
    }

    /** Draws the keys of a client's linearizable read. */
    default Keys keysRead(Rng dice) {
        return Keys.ALL_READ;
    }

    /** Whether members can join and leave while the ensemble runs. */
    default boolean changesMembership() {
        return false;
    }

    /** Whether members with equal states write equal snapshots in the run with this seed. */
    default boolean equalSnapshots(long seed) {
        return false;
    }

    /** Goals that a search tries to reach in the protocol under test. */
    default CoverageGoals coverageGoals() {
        return CoverageGoals.NONE;
    }

    /** Creates the checkers of the protocol's invariants for one run. */
    default List<Checker> checkers(Durability durability) {
        return Checkers.all();
    }

    /**
     * Visits the requests in the value of a vote, in order. The default implementation, for protocols that record no
     * votes, visits no requests.
     *
     * @param vote bytes of the recorded vote, as {@link io.abcast.kernel.Effects#vote} receives it
     */
    default void visitRequests(byte[] vote, RequestVisitor visitor) {}

    /** Whether each member numbers entries by itself, so that an entry has different slots at different members. */
    default boolean hasLocalSlots() {
        return false;
    }

    /** Whether two votes are for different values of one slot. */
    default boolean contradict(byte[] vote, byte[] other) {
        return false;
    }

    /**
     * Number of members, out of {@code members}, that may be faulty at the same time: lie, be silent, or have lost
     * their storage. A negative result means that the protocol tolerates no lies.
     */
    default int faultyMax(int members) {
        return -1;
    }

    /**
     * The messages that lying members may send; {@code null} if no member may lie in this protocol.
     *
     * @param liars ids of the lying members
     */
    default Alphabet alphabet(Set<Integer> liars) {
        return null;
    }

    /**
     * Notifies the protocol that all faults of the last prepared run are healed. After all faults are healed, the
     * protocol must not delay messages so long that it makes no progress.
     */
    default void healed() {}

    /**
     * The frame version of the old members in an ensemble that is being upgraded; 0 if all members use the same
     * version.
     */
    default int oldWireVersion() {
        return 0;
    }

    /** Draws the settings of the protocol under test for one run. */
    Prepared prepare(Rng random, Durability durability);
}
