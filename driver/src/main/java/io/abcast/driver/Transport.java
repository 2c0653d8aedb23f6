package io.abcast.driver;

import io.abcast.kernel.Entry;
import io.abcast.kernel.Hold;
import io.abcast.kernel.Message;
import java.util.List;

/**
 * Carries messages from this process to the processes at other addresses. A message may be lost; messages to one
 * address keep their order while both processes keep their connection.
 *
 * <p><b>Thread rule:</b> called by the thread that runs the driver; nothing blocks, and nothing throws.
 *
 * @param <A> the address of a process, new at each start of the process
 */
public interface Transport<A> {
    /**
     * Encodes a message of the node and sends it at once, or holds it as {@code hold} allows.
     *
     * @param server id of the server at that address, for messages to operators
     * @param wireVersion the highest version of frames that the receiver speaks
     */
    void send(A to, int server, int wireVersion, Message message, Hold hold);

    /** Sends a hello. */
    void say(A to, Hello hello);

    /** Reports that a message was dropped because the address of its receiver is unknown. */
    void onUnaddressed(int server);

    /** Reports a line for operators about the process at an address. */
    void warn(A about, String what);

    /** Whether messages are ever held; if not, {@link #beginPledge} is not called. */
    default boolean holds() {
        return false;
    }

    /** See {@link io.abcast.kernel.Effects#beginPledge}, with the known addresses of the receivers. */
    default void beginPledge(long pledge, List<A> to, long expectedNanos) {}

    /** See {@link io.abcast.kernel.Effects#endPledge}. */
    default void endPledge(long pledge) {}

    /**
     * Reports that a request of this member has been delivered at this member, {@code nanos} ns after its submission.
     */
    default void delivered(Entry entry, long nanos) {}

    /** The driver calls this method every few tens of milliseconds. */
    default void onTick() {}

    /** Reports that the driver has ended; only hellos follow. */
    default void onEnd() {}
}
