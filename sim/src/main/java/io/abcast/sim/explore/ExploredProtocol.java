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
 * A protocol as the explorer runs it: the nodes of the product, and facts about these nodes that the explorer cannot
 * derive.
 *
 * <p>Thread rule: only one thread at a time may use an {@code ExploredProtocol}.
 */
public interface ExploredProtocol {
    /**
     * A statement in a message of an honest member. All claims of honest members about one subject must have equal
     * content.
     *
     * @param about subject of the claim, for example a slot and a ballot
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

    /** Creates the rules by which the explorer includes the fields of a node in the node's fingerprint (hash). */
    FieldRules rules();

    /**
     * Time in ns that must pass at a member for the next step of the founding of an ensemble; shorter than any election
     * timeout.
     */
    long tickNanos();

    /** Time in ns after which a node sends its heartbeats and all retries. */
    long retryNanos();

    /**
     * Time in ns without a message after which a node starts an election in any case, including the largest random
     * delay.
     */
    long electionNanos();

    /** Upper bound in ns of all timeouts of the protocol's nodes. */
    long longestNanos();

    /** Number of the election, ballot preparation or regency change in which the node takes part; 0 if in none. */
    long campaign(Node node, Probe probe);

    /** Whether the node belongs to an ensemble that is already founded. */
    default boolean isFounded(Probe probe) {
        return probe.voter();
    }

    /**
     * Whether an exploration whose members have disks begins after a restart of all members, so that no member leads.
     */
    default boolean beginsRestarted() {
        return true;
    }

    /** Whether each member numbers the slots of entries independently. */
    default boolean hasLocalSlots() {
        return false;
    }

    /** Whether members take snapshots, and fetch snapshots of other members. */
    default boolean takesSnapshots() {
        return false;
    }

    /**
     * The facts that a lying member can learn from a message and repeat later: signed records, requests, values, and
     * numbers of regencies.
     */
    default List<Record> facts(Message message) {
        return List.of();
    }

    /**
     * The liar's alphabet: the messages that the lying member can send to any member. The alphabet depends only on the
     * arguments, and is bounded.
     *
     * @param liar id of the lying member
     * @param facts facts of all messages that were sent so far, in ascending order of their text
     */
    default List<Message> lies(int liar, Membership members, List<Record> facts) {
        return List.of();
    }

    /** Readable text that describes a message, equal in every run. */
    default String describe(Message message) {
        return MessageText.of(message, (name, value) -> null);
    }

    /** Number of the slot that a message is about; 0 if the message is not about a slot. */
    default long slot(Message message) {
        return 0;
    }

    /**
     * The claims of a message of an honest member: statements that no message of an honest member in the schedule may
     * contradict.
     */
    default List<Claim> claims(Message message) {
        return List.of();
    }

    /** Number of voters that are needed to order requests, in an ensemble with {@code members} voters. */
    int votersMin(int members);
}
