package io.abcast.sim.liar;

import io.abcast.kernel.Message;
import io.abcast.sim.Rng;
import java.util.List;
import java.util.Map;

/**
 * The alphabet is the set of messages that lying members (liars) of one protocol can send. The alphabet of messages has
 * no state: the liars share their knowledge in a {@link LiarMemory}. A random search draws messages from the alphabet
 * of lies, and an exhaustive search enumerates the messages.
 */
public interface Alphabet {
    /**
     * All kinds of messages of the protocol, as {@link Message#kind} names them. Liars send false messages of all kinds
     * that {@code kinds} returns.
     */
    List<Class<?>> kinds();

    /** Returns the message that is inside a frame, without the frame. */
    Message bare(Message message);

    /** Whether the liars have observed that the ensemble is already founded. */
    boolean hasBegun(LiarMemory known);

    /** The slot, round or other number that the message is about. Messages about one decision give equal numbers. */
    long about(Message message);

    /**
     * Creates a lie of the given kind of message from values that the liars know.
     *
     * @param liar server id of the liar that sends the lie
     * @param to server id of the member that receives the lie
     * @return the lie; {@code null} if the liars do not know enough values
     */
    Message invented(Class<?> kind, int liar, int to, LiarMemory known, Rng dice);

    /** Changes the message that the liar's node wants to send, in one or more places. */
    Message changed(int liar, int to, Message truth, LiarMemory known, Rng dice);

    /**
     * Changes the message by the same replacements as in earlier lies, so that lies about one request or report are
     * consistent. The result is {@code null} if none of the replacements applies to the message.
     *
     * @param swaps replacements: from the original record to the record in lies
     */
    Message replaced(int liar, Message truth, Map<Object, Object> swaps, Rng dice);

    /** Records the replacements by which the lie {@code lie} differs from the true message {@code truth}. */
    void compare(Message truth, Message lie, Map<Object, Object> swaps);

    /**
     * Returns answers that the liar sends at once to a received message, in addition to the answers of its node. Most
     * messages get no additional answer from the liar.
     */
    List<Message> answers(int liar, int from, Message asked, LiarMemory known, Rng dice);

    /**
     * Returns lies of the given kind of message; each lie differs from a message that the liars know by one change. In
     * the list of lies, lies that result from the newest messages come first.
     *
     * @param max maximum number of returned lies
     */
    List<Message> all(Class<?> kind, int liar, int to, LiarMemory known, int max);
}
