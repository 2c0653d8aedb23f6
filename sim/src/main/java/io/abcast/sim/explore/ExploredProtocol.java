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

    /** Upper bound on all timeouts, in ns. */
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
     * member leads from the founding on, and a restart would end that at the cost of a regency change.
     */
    default boolean beginsRestarted() {
        return true;
    }

    /** Whether the slot in an entry is local to its member. */
    default boolean hasLocalSlots() {
        return false;
    }

    /**
     * Whether members take snapshots and fetch those of others. The explorer never removes a log, so only a protocol
     * that drops its history needs them.
     */
    default boolean takesSnapshots() {
        return false;
    }

    /**
     * The facts that a liar can learn from a message and repeat later: signed records, requests, values, numbers of
     * regencies. Each fact is a record. Its text from {@link MessageText} identifies it.
     */
    default List<Record> facts(Message message) {
        return List.of();
    }

    /**
     * The liar's alphabet: the messages that it can send to any member. The alphabet depends only on the arguments, and
     * is bounded. It contains signatures of other members only if they are part of a fact.
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
