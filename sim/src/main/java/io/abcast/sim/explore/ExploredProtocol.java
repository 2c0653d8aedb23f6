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
 * A protocol as the explorer runs it: its nodes as they ship, and what the explorer cannot know of them. A broken node factory makes a
 * mutant of it.
 *
 * <p>Thread rule: one thread at a time.
 */
public interface ExploredProtocol {
    /**
     * A statement that no other message may contradict.
     *
     * @param about what the statement is about, such as a slot and a ballot
     * @param value what it says
     */
    record Claim(String about, String value) {}

    /** As the command line calls it. */
    String protocol();

    /** A node of member {@code id}, as {@link NodeFactory#create}. The same arguments give the same node. */
    NodeFactory.Instance node(int id, Membership members, long seed, Effects effects);

    /** The codec that every message passes through. */
    MessageCodec<?> codec();

    /** How fields count in fingerprints; a new object. */
    FieldRules rules();

    /** After so long the founding of an ensemble goes on: shorter than any timeout of an election. */
    long tickNanos();

    /** After so long, heartbeats and repetitions of all kinds are due. */
    long retryNanos();

    /** After so long without a message, an election is due, whatever the jitter is. */
    long electionNanos();

    /** No timeout is longer. */
    long longestNanos();

    /** Numbers the campaign, preparation or regency change in which a node takes part; 0 if it is in none. */
    long campaign(Node node, Probe probe);

    /** Whether the node has become a member of a founded ensemble. */
    default boolean isFounded(Probe probe) {
        return probe.voter();
    }

    /**
     * The facts that a liar can learn from a message and say again later: signed records, requests, values, numbers of regencies. Each fact is a
     * record whose text from {@link MessageText} names it.
     */
    default List<Record> facts(Message message) {
        return List.of();
    }

    /**
     * The liar's alphabet: what it can send to any member. It is a function of its arguments, has a bound, and holds no signature of another
     * member that is not part of a fact.
     *
     * @param liar its id
     * @param facts of all messages that were sent so far, ascending by their text
     */
    default List<Message> lies(int liar, Membership members, List<Record> facts) {
        return List.of();
    }

    /** A message for people, the same in every run. */
    default String describe(Message message) {
        return MessageText.of(message, (name, value) -> null);
    }

    /** The slot that a message is about; 0 for none. */
    default long slot(Message message) {
        return 0;
    }

    /** What a message of a member that does not lie states for good. */
    default List<Claim> claims(Message message) {
        return List.of();
    }

    /** How many of that many members must be voters for anything to be ordered. */
    int votersMin(int members);
}
