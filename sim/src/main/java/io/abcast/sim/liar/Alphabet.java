package io.abcast.sim.liar;

import io.abcast.kernel.Message;
import io.abcast.sim.Rng;
import java.util.List;
import java.util.Map;

/**
 * The messages that liars of one protocol can send. The alphabet has no state: the liars share their knowledge in a
 * {@link LiarMemory}. A random search draws from the alphabet, and an exhaustive search enumerates it.
 */
public interface Alphabet {
    /**
     * All kinds of messages of the protocol, as {@link Message#kind} names them. Liars send lies of all these kinds.
     */
    List<Class<?>> kinds();

    /** Returns the message without its frame. */
    Message bare(Message message);

    /** Whether the liars have observed that the ensemble is founded. */
    boolean hasBegun(LiarMemory known);

    /** The slot, round or other number that the message is about. Messages that belong together have equal numbers. */
    long about(Message message);

    /**
     * Creates a lie of the given kind.
     *
     * @param liar server id of the sender
     * @param to server id of the receiver
     * @return the lie; {@code null} if the liars do not know enough
     */
    Message invented(Class<?> kind, int liar, int to, LiarMemory known, Rng dice);

    /** Changes the message that the liar's node wants to send, in one or more places. */
    Message changed(int liar, int to, Message truth, LiarMemory known, Rng dice);

    /**
     * Changes the message by the same replacements as in earlier lies, so that lies about one request or report are
     * consistent. Returns {@code null} if no replacement applies.
     *
     * @param swaps replacements: from the original record to the record in lies
     */
    Message replaced(int liar, Message truth, Map<Object, Object> swaps, Rng dice);

    /** Records the replacements by which the lie differs from the true message. */
    void compare(Message truth, Message lie, Map<Object, Object> swaps);

    /** Immediate answers of the liar to a message, in addition to those of its node. Empty for most messages. */
    List<Message> answers(int liar, int from, Message asked, LiarMemory known, Rng dice);

    /**
     * All lies of the given kind that differ from a known message by one change. Lies that are made from the newest
     * messages come first.
     *
     * @param max maximum number of lies
     */
    List<Message> all(Class<?> kind, int liar, int to, LiarMemory known, int max);
}
