package io.abcast.sim.liar;

import io.abcast.kernel.Message;
import io.abcast.sim.Rng;
import java.util.List;
import java.util.Map;

/**
 * The messages that liars of one protocol can send. It holds no state: all that liars know is in the {@link LiarMemory} that they share. So a
 * random search draws from it, and an exhaustive search enumerates it.
 */
public interface Alphabet {
    /** Every kind of message of the protocol, as {@link Message#kind} names it. Liars send lies of all of them. */
    List<Class<?>> kinds();

    /** The message without the frame around it. */
    Message bare(Message message);

    /** Whether the liars have seen that the ensemble has begun. */
    boolean hasBegun(LiarMemory known);

    /** The slot, round or other number that the message is about; equal for messages that belong together. */
    long about(Message message);

    /**
     * A lie of that kind.
     *
     * @param liar server id of the sender
     * @param to server id of the receiver
     * @return {@code null} if the liars do not know enough for one
     */
    Message invented(Class<?> kind, int liar, int to, LiarMemory known, Rng dice);

    /** The message that the liar's node wants to send, changed in one or more places. */
    Message changed(int liar, int to, Message truth, LiarMemory known, Rng dice);

    /**
     * The message with the same replacements as in earlier lies, so that what liars say of one request or report fits together; {@code null}
     * if there are none for it.
     *
     * @param swaps from what a record was to what it has become
     */
    Message replaced(int liar, Message truth, Map<Object, Object> swaps, Rng dice);

    /** Notes what the lie has replaced in the message. */
    void compare(Message truth, Message lie, Map<Object, Object> swaps);

    /** What the liar answers at once to a message, beside what its node answers. Empty for most messages. */
    List<Message> answers(int liar, int from, Message asked, LiarMemory known, Rng dice);

    /**
     * All lies of that kind with one change of a message that the liars know, the newest messages first.
     *
     * @param max the number of lies at most
     */
    List<Message> all(Class<?> kind, int liar, int to, LiarMemory known, int max);
}
