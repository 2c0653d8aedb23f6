package io.abcast.driver;

import io.abcast.kernel.Entry;
import io.abcast.kernel.Hold;
import io.abcast.kernel.Message;
import java.util.List;

/**
 * Carries messages from this process to the processes at other addresses. A message may be lost. Messages to one
 * address arrive in order as long as the two processes keep their connection.
 *
 * <p><b>Thread rule:</b> called by the thread that runs the driver; no method blocks or throws.
 *
 * @param <A> the address of a process, new at each start of the process
 */
public interface Transport<A> {
    /**
     * Encodes a message of the node, and sends it at once or holds it as {@code hold} allows.
     *
     * @param server id of the server at address {@code to}, for messages to operators
     * @param wireVersion the highest version of frames that the receiver speaks
     */
    void send(A to, int server, int wireVersion, Message message, Hold hold);

    /** Sends a hello to the process at an address. */
    void say(A to, Hello hello);

    /** Reports that a message was dropped because the address of its receiver is unknown. */
    void onUnaddressed(int server);

    /** Reports a line for operators about the process at an address. */
    void warn(A about, String what);

    /** Whether this transport can hold messages. If false, the driver does not call {@link #beginPledge}. */
    default boolean holds() {
        return false;
    }

    /** Begins a pledge to the receivers whose addresses are known, see {@link io.abcast.kernel.Effects#beginPledge}. */
    default void beginPledge(long pledge, List<A> to, long expectedNanos) {}

    /** See {@link io.abcast.kernel.Effects#endPledge}. */
    default void endPledge(long pledge) {}

    /** Reports that this member has delivered its own request, {@code nanos} ns after its submission. */
    default void delivered(Entry entry, long nanos) {}

    /** The driver calls this method every few tens of milliseconds. */
    default void onTick() {}

    /** Reports that the driver has ended. After this call only hellos are sent. */
    default void onEnd() {}
}
