package io.abcast.sim.groups;

import io.abcast.kernel.GroupEffects;
import io.abcast.kernel.GroupNode;
import io.abcast.kernel.Message;
import io.abcast.kernel.MessageCodec;
import io.abcast.log.Durability;
import io.abcast.sim.GroupSurroundings;
import io.abcast.sim.Rng;
import io.abcast.sim.Subject;
import io.abcast.sim.groups.check.GroupChecker;
import io.abcast.sim.groups.check.GroupCheckers;
import java.util.List;
import java.util.Set;

/** A protocol for several groups that a fuzz campaign runs. */
public interface GroupSubject {
    /** Creates the nodes of one run: one for each replica, and a new one at each restart. */
    @FunctionalInterface
    interface Nodes {
        /**
         * Creates the node of a replica.
         *
         * @param seed seed of the node's random choices, which differs at each start
         */
        GroupSurroundings.Instance create(int group, int server, long seed, GroupEffects effects);
    }

    /**
     * The parts of the protocol that one run needs.
     *
     * @param logCodec codec of the messages inside an ensemble; {@code null}: messages are not encoded
     * @param groupCodec codec of the messages between replicas; {@code null}: messages are not encoded
     * @param payloadBytesMax size above which transactions are refused; 0: no limit
     * @param messageNanosMax age in ns above which no message between replicas is handled; 0: no limit
     * @param parameters readable text of the settings that were drawn for this run
     */
    record Prepared(
            Nodes nodes,
            MessageCodec<?> logCodec,
            MessageCodec<?> groupCodec,
            int payloadBytesMax,
            long messageNanosMax,
            String parameters) {}

    /** Receives the transactions that a message concerns. */
    @FunctionalInterface
    interface TransactionVisitor {
        /** @see io.abcast.kernel.GroupTimestamp */
        void visit(long session, long number);
    }

    /** Receives counts of the subject's goals. */
    @FunctionalInterface
    interface GoalCounter {
        /** @param goal one of {@link #goals} */
        void saw(String goal, long times);
    }

    /** Name of the protocol on the command line. */
    String protocol();

    /** The options that select this subject on the command line, beside the protocol; empty without such options. */
    String options();

    /** The protocol of the log below each node. Faults, coverage and excuses of an ensemble are those of its log. */
    Subject log();

    /** Whether a snapshot may set a replica back to a place that it had passed, so that it repeats deliveries. */
    default boolean repeatsDeliveries() {
        return false;
    }

    /** Whether the order of all groups agrees with real time. */
    boolean isStrict();

    /** Kinds of messages between groups that concern no transaction; empty allows all kinds. */
    default Set<String> kindsWithoutTransaction() {
        return Set.of();
    }

    /** Creates the checkers of the protocol's promises for one run. */
    default List<GroupChecker> checkers() {
        return GroupCheckers.all(isStrict(), repeatsDeliveries(), kindsWithoutTransaction());
    }

    /** Draws the settings of the protocol for one run. */
    Prepared prepare(Rng random, Placement placement, Durability durability);

    /** Changes a running node as an operator may do at any time, for example switches a link. */
    default void steer(GroupNode node, int group, Placement placement, Rng dice) {}

    /** Passes each transaction that the message concerns to the visitor. */
    default void visitTransactions(Message message, TransactionVisitor visitor) {}

    /** Whether the states of two replicas of a group in snapshots of one log position are equal byte for byte. */
    default boolean hasEqualStates() {
        return false;
    }

    /** Whether some runs have a limit on the age of messages, see {@link Prepared#messageNanosMax}. */
    default boolean limitsAges() {
        return false;
    }

    /** All kinds of messages between replicas. */
    default List<Class<?>> messages() {
        return List.of();
    }

    /** Names of the goals that a search in this protocol should reach, beside {@link GroupGoal}. */
    default List<String> goals() {
        return List.of();
    }

    /** Names of the steps after which leaders should crash, for example those of a link. */
    default List<String> steps() {
        return List.of();
    }

    /**
     * Number of times that the node has taken each of {@link #steps()} since its start. Called between two batches.
     */
    default long[] steps(GroupNode node) {
        return new long[0];
    }

    /** Counts goals by the counters of a node that ends. Called once for each node. */
    default void count(GroupNode node, GoalCounter to) {}

    /** Counts goals by the state of a node that takes a snapshot. */
    default void countSnapshot(GroupNode node, GoalCounter to) {}

    /** Counts goals by a line that a node reports. */
    default void count(String line, GoalCounter to) {}

    /** Counts goals by a message that a node sends to another replica. */
    default void count(Message message, GoalCounter to) {}
}
