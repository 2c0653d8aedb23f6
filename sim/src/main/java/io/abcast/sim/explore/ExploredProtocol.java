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
 * A protocol as the explorer runs it: the nodes of the product, and the facts about these nodes that the explorer
 * cannot derive. If an {@code ExploredProtocol} creates broken nodes, the protocol is a mutant.
 *
 * <p>Thread rule: only one thread at a time may use an {@code ExploredProtocol}.
 */
public interface ExploredProtocol {
    /**
     * A statement in a message of an honest member. No other message of an honest member may contradict the statement
     * of a claim.
     *
     * @param about subject of the claim, such as a slot and a ballot
     * @param value content of the claim
     */
    record Claim(String about, String value) {}

    /** Name of the explored protocol on the command line. */
    String protocol();

    /**
     * Creates a protocol node of the member {@code id}, as {@link NodeFactory#create} does. Calls with equal arguments
     * create nodes that behave equally.
     */
    NodeFactory.Instance node(int id, Membership members, long seed, Effects effects);

    /** The codec that encodes and decodes every message of the protocol. */
    MessageCodec<?> codec();

    /** Creates the rules that say how a fingerprint of a node treats the node's fields. */
    FieldRules rules();

    /**
     * Time in ns after which the founding of an ensemble continues. The time after which a founding continues is
     * shorter than any election timeout.
     */
    long tickNanos();

    /** Time in ns after which a node sends its heartbeats and all retries. */
    long retryNanos();

    /** Time in ns without a message after which a node starts an election, whatever random time the node adds. */
    long electionNanos();

    /** Upper bound in ns of all timeouts of the protocol's nodes. */
    long longestNanos();

    /**
     * Number of the campaign, preparation or regency change in which a node takes part; 0 if the node takes part in
     * none of these.
     */
    long campaign(Node node, Probe probe);

    /** Whether the node belongs to an ensemble that is already founded. */
    default boolean isFounded(Probe probe) {
        return probe.voter();
    }

    /**
     * Whether an exploration whose members have disks begins after a restart of all members, so that no member leads. A
     * protocol in which a member leads from the founding on returns false. A restart would end the leadership of the
     * first leader, so that the exploration would need a regency change to continue.
     */
    default boolean beginsRestarted() {
        return true;
    }

    /** Whether each member numbers the slots of entries independently. */
    default boolean hasLocalSlots() {
        return false;
    }

    /**
     * Whether members take snapshots, and fetch snapshots of other members. The explorer never removes the log of a
     * member. Therefore, only a protocol that drops its history needs snapshots in an exploration.
     */
    default boolean takesSnapshots() {
        return false;
    }

    /**
     * The facts that a lying member can learn from a message and repeat later: signed records, requests, values, and
     * numbers of regencies. Each fact that a message contains is a record. The text that {@link MessageText} makes of a
     * fact identifies the fact.
     */
    default List<Record> facts(Message message) {
        return List.of();
    }

    /**
     * The liar's alphabet: the messages that the liar can send to any member. The liar's alphabet of messages depends
     * only on the arguments, and is bounded. The liar's alphabet contains signatures of other members only if the
     * signatures are part of a fact.
     *
     * @param liar id of the lying member
     * @param facts facts of all messages that were sent so far, in ascending order of their text
     */
    default List<Message> lies(int liar, Membership members, List<Record> facts) {
        return List.of();
    }

    /** Readable text that describes a message of the protocol. The text of a message is the same in every run. */
    default String describe(Message message) {
        return MessageText.of(message, (name, value) -> null);
    }

    /** Number of the slot that a message is about; 0 if the message is not about a slot. */
    default long slot(Message message) {
        return 0;
    }

    /**
     * The claims (statements that no message may contradict) that a message of an honest member makes. No later message
     * of the run may contradict a claim of an honest member.
     */
    default List<Claim> claims(Message message) {
        return List.of();
    }

    /** Number of voters that are needed to order requests, in an ensemble with {@code members} voters. */
    int votersMin(int members);
}
