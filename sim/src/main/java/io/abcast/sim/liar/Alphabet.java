package io.abcast.sim.liar;

import io.abcast.kernel.Message;
import io.abcast.sim.Rng;
import java.util.List;
import java.util.Map;

/** The set of messages that lying members (liars) of one protocol can send. */
public interface Alphabet {
    /** All kinds of messages of the protocol that liars falsify, as {@link Message#kind} names them. */
    List<Class<?>> kinds();

    /** Returns the message that is inside a frame, without the frame. */
    Message bare(Message message);

    /** Whether the liars have observed that the ensemble is already founded. */
    boolean hasBegun(LiarMemory known);

    /** A number that is equal for all messages about one decision, for example the slot or the round. */
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
     * Changes the message by the replacements of earlier lies, so that all lies about one request or report are
     * consistent. Returns {@code null} if no replacement applies to the message.
     *
     * @param swaps replacements: map from original records to the records that lies have instead
     */
    Message replaced(int liar, Message truth, Map<Object, Object> swaps, Rng dice);

    /** Adds to {@code swaps} the records of {@code truth} that {@code lie} has replaced, with their replacements. */
    void compare(Message truth, Message lie, Map<Object, Object> swaps);

    /**
     * Returns false answers that the liar sends at once to a received message, in addition to its node's answers; often
     * empty.
     */
    List<Message> answers(int liar, int from, Message asked, LiarMemory known, Rng dice);

    /**
     * Returns lies of the given kind, each of which differs by one change from a message that the liars know. In the
     * result, changes of the newest messages come first.
     *
     * @param max maximum number of returned lies
     */
    List<Message> all(Class<?> kind, int liar, int to, LiarMemory known, int max);
}
