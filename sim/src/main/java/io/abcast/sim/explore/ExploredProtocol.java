package io.abcast.sim.explore;

import io.abcast.kernel.Effects;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Message;
import io.abcast.kernel.MessageCodec;
import io.abcast.kernel.Node;
import io.abcast.kernel.Probe;
import io.abcast.sim.NodeFactory;
import java.util.List;

/**
 * A protocol as the explorer runs it: the nodes of the product, and the facts about the nodes that the explorer cannot
 * derive. With a factory of broken nodes, the protocol is a mutant.
 *
 * <p>Thread rule: one thread at a time.
 */
public interface ExploredProtocol {
    /**
     * A statement that no other message may contradict.
     *
     * @param about subject of the statement, such as a slot and a ballot
     * @param value content of the statement
     */
    record Claim(String about, String value) {}

    /** Name of the protocol on the command line. */
    String protocol();

    /**
     * Creates a node of member {@code id}, as {@link NodeFactory#create} does. The same arguments give the same node.
     */
    NodeFactory.Instance node(int id, Membership members, long seed, Effects effects);

    /** The codec that every message passes through. */
    MessageCodec<?> codec();

    /** Creates the rules for fields in fingerprints. */
    FieldRules rules();

    /** Time in ns after which the founding of an ensemble continues; shorter than any election timeout. */
    long tickNanos();

    /** Time in ns after which heartbeats and all retries are due. */
    long retryNanos();

    /** Time in ns without a message after which an election is due, whatever random time a member adds. */
    long electionNanos();

    /** Upper bound of all timeouts, in ns. */
    long longestNanos();

    /**
     * Number of the campaign, preparation or regency change in which a node takes part; 0 if it takes part in no such
     * change.
     */
    long campaign(Node node, Probe probe);

    /** Whether the node has become a member of a founded ensemble. */
    default boolean isFounded(Probe probe) {
        return probe.voter();
    }

    /**
     * Whether an exploration with a disk begins after a restart of all members, so that no member leads. False if a
     * member leads from the founding on. With such a leader, a restart would end its leadership, and the exploration
     * would need a regency change to go on.
     */
    default boolean beginsRestarted() {
        return true;
    }

    /** Whether each member numbers the slots of entries by itself. */
    default boolean hasLocalSlots() {
        return false;
    }

    /**
     * Whether members take snapshots, and fetch snapshots of other members. The explorer never removes a log, so
     * snapshots are needed only by a protocol that drops its history.
     */
    default boolean takesSnapshots() {
        return false;
    }

    /**
     * The facts that a liar can learn from a message and repeat later: signed records, requests, values, numbers of
     * regencies. Each fact is a record. The text that {@link MessageText} makes of a fact identifies the fact.
     */
    default List<Record> facts(Message message) {
        return List.of();
    }

    /**
     * The liar's alphabet: the messages that it can send to any member. The alphabet depends only on the arguments, and
     * is bounded. The alphabet contains signatures of other members only if they are part of a fact.
     *
     * @param liar id of the liar
     * @param facts facts of all messages that were sent so far, in ascending order of their text
     */
    default List<Message> lies(int liar, Membership members, List<Record> facts) {
        return List.of();
    }

    /** Readable text of a message, the same in every run. */
    default String describe(Message message) {
        return MessageText.of(message, (name, value) -> null);
    }

    /** Slot that a message is about; 0 if the message is not about a slot. */
    default long slot(Message message) {
        return 0;
    }

    /** The claims that a message of an honest member makes. A claim holds until the end of the run. */
    default List<Claim> claims(Message message) {
        return List.of();
    }

    /** Number of voters that are needed to order requests, of an ensemble with {@code members} voters. */
    int votersMin(int members);
}
