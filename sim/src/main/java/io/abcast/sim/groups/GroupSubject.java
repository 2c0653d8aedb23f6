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

/** A protocol for several groups that a fuzz campaign runs and tests. */
public interface GroupSubject {
    /** Creates the group nodes of one run: one node for each replica, and a new node when a replica restarts. */
    @FunctionalInterface
    interface Nodes {
        /**
         * Creates the node for the replica of a group at a server.
         *
         * @param seed seed of the node's random choices; each start of the replica gets another seed
         */
        GroupSurroundings.Instance create(int group, int server, long seed, GroupEffects effects);
    }

    /**
     * The settings of the protocol under test for one run, and the objects that a run needs from the protocol.
     *
     * @param logCodec codec of the messages inside the ensemble of one group; {@code null} if messages are not encoded
     * @param groupCodec codec of the messages between replicas of any groups; {@code null} if messages are not encoded
     * @param payloadBytesMax size of a payload in bytes above which a replica refuses the transaction; 0 if there is no
     *     limit
     * @param messageNanosMax age in ns above which no replica handles a message of another replica; 0 if there is no
     *     limit
     * @param parameters readable text of the protocol settings that were drawn for this run
     */
    record Prepared(
            Nodes nodes,
            MessageCodec<?> logCodec,
            MessageCodec<?> groupCodec,
            int payloadBytesMax,
            long messageNanosMax,
            String parameters) {}

    /** Receives the transactions that a message concerns, one per call. */
    @FunctionalInterface
    interface TransactionVisitor {
        /** @see io.abcast.kernel.GroupTimestamp */
        void visit(long session, long number);
    }

    /** Receives the counts of the search goals of the protocol under test. */
    @FunctionalInterface
    interface GoalCounter {
        /** @param goal name of the counted goal, one of {@link #goals} */
        void saw(String goal, long times);
    }

    /** Name of the protocol under test on the command line. */
    String protocol();

    /**
     * The command line options that select this variant of the protocol, in addition to the protocol's name; may be
     * empty.
     */
    String options();

    /** The protocol that orders the log of each group. */
    Subject log();

    /**
     * Whether a snapshot may set a replica back to an earlier place in its group's order, so that the replica repeats
     * deliveries.
     */
    default boolean repeatsDeliveries() {
        return false;
    }

    /**
     * Whether the protocol promises strict serializability: the order of transactions agrees with the real time of
     * submissions and answers.
     */
    boolean isStrict();

    /** The only kinds of messages between groups that need not concern a transaction; an empty set allows all kinds. */
    default Set<String> kindsWithoutTransaction() {
        return Set.of();
    }

    /** Creates the checkers of the invariants that the protocol promises, for one run. */
    default List<GroupChecker> checkers() {
        return GroupCheckers.all(isStrict(), repeatsDeliveries(), kindsWithoutTransaction());
    }

    /** Draws the settings of the protocol under test for one run. */
    Prepared prepare(Rng random, Placement placement, Durability durability);

    /**
     * Changes a running node as an operator may do at any time, for example switches a link between groups on or off.
     */
    default void steer(GroupNode node, int group, Placement placement, Rng dice) {}

    /** Passes each transaction that the message concerns to {@code visitor}. */
    default void visitTransactions(Message message, TransactionVisitor visitor) {}

    /** Whether two replicas of a group have byte-equal states in snapshots of one log position. */
    default boolean hasEqualStates() {
        return false;
    }

    /** Whether some runs have a limit on the age of messages, see {@link Prepared#messageNanosMax}. */
    default boolean limitsAges() {
        return false;
    }

    /** All kinds of messages between replicas of any groups. */
    default List<Class<?>> messages() {
        return List.of();
    }

    /** Names of the goals that a search in the protocol under test should reach, in addition to {@link GroupGoal}. */
    default List<String> goals() {
        return List.of();
    }

    /**
     * Names of protocol steps after which leaders should crash, for example the steps that switch a link between
     * groups.
     */
    default List<String> steps() {
        return List.of();
    }

    /** For each protocol step of {@link #steps()}: number of times that the node has taken it since its start. */
    default long[] steps(GroupNode node) {
        return new long[0];
    }

    /** Counts search goals from the counters of a node. Called once for each node, when the node ends. */
    default void count(GroupNode node, GoalCounter to) {}

    /** Counts search goals by the state of a node that takes a snapshot. */
    default void countSnapshot(GroupNode node, GoalCounter to) {}

    /** Counts search goals by a line that a node reports. */
    default void count(String line, GoalCounter to) {}

    /** Counts search goals by a message that a node sends to another replica. */
    default void count(Message message, GoalCounter to) {}
}
