package io.abcast.sim;

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
     * What one run needs of the protocol.
     *
     * @param codec every message passes through it; {@code null}: none does
     * @param payloadBytesMax larger requests are refused; 0: there is no limit
     * @param parameters what was drawn for this run, for people
     * @param timeouts for {@link ProgressUnderFaults}; {@code null}: progress is required only after all faults are healed
     */
    record Prepared(
            NodeFactory factory,
            MessageCodec<?> codec,
            int payloadBytesMax,
            String parameters,
            Timeouts timeouts) {
        public Prepared(
                NodeFactory factory,
                MessageCodec<?> codec,
                int payloadBytesMax,
                String parameters) {
            this(factory, codec, payloadBytesMax, parameters, null);
        }
    }

    /** Sees requests one after the other. */
    @FunctionalInterface
    interface RequestVisitor {
        void visit(int origin, long request);
    }

    /** As the command line calls it. */
    String protocol();

    /** How many members must hold durably what anyone has delivered, of {@code members}. */
    default int holdersMin(int members) {
        return members / 2 + 1;
    }

    /** Whether each member that has lost its votes must vote again after all faults are healed. */
    default boolean readmits() {
        return false;
    }

    /** Of {@code members}, how many must keep their votes at any time, or the protocol may order nothing more; 0: unknown. */
    default int votersMin(int members) {
        return 0;
    }

    /**
     * Of {@code members}, how many order again once a majority has lost its storages: those that have kept them, and those that vote on the
     * operator's word. 0: no such repair is documented; then {@link Fault#REPAIR} means nothing. Its probes are {@link
     * EnsembleProbe}s.
     */
    default int repairMin(int members) {
        return 0;
    }

    /** Of {@code members}, how many must be healthy to order requests, if more than a majority: for {@link ProgressUnderFaults}. */
    default int healthyMin(int members) {
        return 0;
    }

    /** Whether a member serves only while its links with the leader are sound: for {@link ProgressUnderFaults}. */
    default boolean servesThroughLeader() {
        return true;
    }

    /** Whether its ensemble can change while it runs; otherwise {@link Fault#MEMBERSHIP} means nothing. */
    default boolean changesMembership() {
        return false;
    }

    /** Whether members with equal states write equal snapshots in the run of that seed. */
    default boolean equalSnapshots(long seed) {
        return false;
    }

    /** What a search may meet of it. */
    default CoverageGoals atlas() {
        return CoverageGoals.NONE;
    }

    /** What has to hold of it, a new set for one run. */
    default List<Checker> checkers(Durability durability) {
        return Checkers.all();
    }

    /**
     * The requests, in their order, of the value that a vote is for. A vote that one of its nodes has recorded counts as much as entries in its
     * log. The default is for protocols without votes in the log.
     *
     * @param vote as of {@link io.abcast.kernel.Effects#vote}
     */
    default void visitRequests(byte[] vote, RequestVisitor visitor) {}

    /** Whether these votes are for different values of one slot, and both may have been given without a fault: in a fast round. */
    default boolean contradict(byte[] vote, byte[] other) {
        return false;
    }

    /**
     * How many of {@code members} may be faulty at a time in any way: lie, be silent, or have lost their storage. Negative: not said; then
     * none may lie, and majorities decide how many may forget.
     */
    default int faultyMax(int members) {
        return -1;
    }

    /**
     * The messages that lying members may send; {@code null} if no member of this protocol may lie.
     *
     * @param liars their ids
     */
    default Alphabet alphabet(Set<Integer> liars) {
        return null;
    }

    /** All faults of the run that was prepared last are healed. From now on the subject may not delay messages so much that no progress is possible. */
    default void healed() {}

    /** The lowest version of frames that members speak in an ensemble that is being upgraded; 0: all members speak the same version. */
    default int oldWireVersion() {
        return 0;
    }

    /** Draws the protocol's settings for one run. */
    Prepared prepare(Rng random, Durability durability);
}
