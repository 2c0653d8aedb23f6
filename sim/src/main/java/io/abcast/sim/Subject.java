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

/** A protocol that a fuzz campaign runs. */
public interface Subject {
    /**
     * The parts of the protocol that one run needs.
     *
     * @param codec codec that encodes and decodes every message; {@code null}: messages are not encoded
     * @param payloadBytesMax size above which requests are refused; 0: no limit
     * @param roomBytes size in bytes above which a member has no room for a request, even if it has no other one; 0: no
     *     limit
     * @param parameters readable text of the settings that were drawn for this run
     * @param timeouts timeouts for {@link ProgressUnderFaults}; {@code null}: progress is required only after all
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

    /** Receives the requests of a message or a state, one request per call. */
    @FunctionalInterface
    interface RequestVisitor {
        void visit(int origin, long request);
    }

    /** Name of the protocol on the command line. */
    String protocol();

    /** Number of members, out of {@code members}, that must durably hold every delivered entry. */
    default int holdersMin(int members) {
        return members / 2 + 1;
    }

    /** Whether every member that has lost its votes must vote again after all faults are healed. */
    default boolean readmits() {
        return false;
    }

    /**
     * Number of members, out of {@code members}, that must have their votes at any time. If fewer members have their
     * votes, the protocol may stop ordering. 0: unknown.
     */
    default int votersMin(int members) {
        return 0;
    }

    /**
     * Number of members, out of {@code members}, that must run to order requests again after a majority has lost its
     * storages: survivors, and members started with {@code bootstrap}. 0: no such repair is documented, and
     * {@link Fault#REPAIR} has no effect. The probes of a protocol with such a repair are {@link EnsembleProbe}s.
     */
    default int repairMin(int members) {
        return 0;
    }

    /**
     * Number of members that must be healthy to order requests; 0: a majority. {@link ProgressUnderFaults} uses it.
     *
     * @param members size of the ensemble
     */
    default int healthyMin(int members) {
        return 0;
    }

    /** Whether a member serves only while its links with the leader are sound. {@link ProgressUnderFaults} uses it. */
    default boolean servesThroughLeader() {
        return true;
    }

    /**
     * Whether the protocol has a leader. Without a leader, the probe of every member that orders requests says that it
     * leads. Then {@link ProgressUnderFaults} ignores changes of the leader, and runs have {@link CoordinatorFault}s.
     */
    default boolean hasLeader() {
        return true;
    }

    /**
     * Maximum size of a payload in a run, in bytes. The run has drawn {@code drawn}; a protocol that handles large
     * payloads differently may need a larger maximum.
     */
    default int payloadBytesMax(int drawn) {
        return drawn;
    }

    /** Whether the message announces a decision of its sender. Used only if {@link #hasLeader} is false. */
    default boolean announcesDecision(Message message) {
        return false;
    }

    /** Whether the message only shows that its sender runs. Used only if {@link #hasLeader} is false. */
    default boolean isHeartbeat(Message message) {
        return false;
    }

    /**
     * Draws the keys of a linearizable read that a client begins. If a subject has reads of only some keys, its
     * checkers must support them.
     */
    default Keys keysRead(Rng dice) {
        return Keys.ALL_READ;
    }

    /** Whether the ensemble can change while it runs. Otherwise {@link Fault#MEMBERSHIP} has no effect. */
    default boolean changesMembership() {
        return false;
    }

    /** Whether members with equal states write equal snapshots in the run of this seed. */
    default boolean equalSnapshots(long seed) {
        return false;
    }

    /** Goals of a search in this protocol. */
    default CoverageGoals coverageGoals() {
        return CoverageGoals.NONE;
    }

    /** Creates checkers of the protocol's invariants for one run. */
    default List<Checker> checkers(Durability durability) {
        return Checkers.all();
    }

    /**
     * Visits the requests in the value of a vote, in order. The checkers treat a vote that a node has recorded like
     * entries in its log. The default implementation visits no requests; it is for protocols that record no votes.
     *
     * @param vote record of the vote, as {@link io.abcast.kernel.Effects#vote} receives it
     */
    default void visitRequests(byte[] vote, RequestVisitor visitor) {}

    /** Whether each member numbers entries by itself, so that an entry has different slots at different members. */
    default boolean hasLocalSlots() {
        return false;
    }

    /**
     * Whether two votes are for different values of one slot. Such votes are possible without faulty members, for
     * example in a fast round.
     */
    default boolean contradict(byte[] vote, byte[] other) {
        return false;
    }

    /**
     * Number of members, out of {@code members}, that may be faulty at the same time. A faulty member lies, is silent,
     * or has lost its storage. Negative if the protocol has no such bound; then no member may lie, and a majority must
     * not forget.
     */
    default int faultyMax(int members) {
        return -1;
    }

    /**
     * The messages that lying members may send; {@code null} if no member of this protocol may lie.
     *
     * @param liars ids of the lying members
     */
    default Alphabet alphabet(Set<Integer> liars) {
        return null;
    }

    /**
     * Notifies the subject that all faults of the last prepared run are healed. From now on, it must not delay messages
     * so long that this prevents progress.
     */
    default void healed() {}

    /**
     * The frame version of the old members in an ensemble that is being upgraded; 0: all members use the same version.
     */
    default int oldWireVersion() {
        return 0;
    }

    /** Draws the settings of the protocol for one run. */
    Prepared prepare(Rng random, Durability durability);
}
