package io.abcast.driver;

import io.abcast.kernel.Entry;
import io.abcast.kernel.Hold;
import io.abcast.kernel.Message;
import java.util.List;

/**
 * Carries messages from this process to the processes at other addresses. A message of the transport may be lost.
 * Messages to one address arrive in order as long as the two processes keep their connection.
 *
 * <p><b>Thread rule:</b> The thread that runs the driver calls all methods of the transport; no method blocks or throws
 * an exception.
 *
 * @param <A> the address of a process, new at each start of the process
 */
public interface Transport<A> {
    /**
     * Encodes {@code message}, which the node sends to the process at {@code to}, and sends it at once or holds it as
     * {@code hold} allows.
     *
     * @param server id of the server at address {@code to}, which the transport names in its messages to operators
     * @param wireVersion the highest version of frames that the process at {@code to} speaks
     */
    void send(A to, int server, int wireVersion, Message message, Hold hold);

    /** Sends {@code hello} to the process at the address {@code to}. */
    void say(A to, Hello hello);

    /** Reports that the driver dropped a message because the address of server {@code server} is unknown. */
    void onUnaddressed(int server);

    /** Reports the line {@code what} about the process at address {@code about} to operators. */
    void warn(A about, String what);

    /** Whether this transport can hold messages until a later message to the same process. */
    default boolean holds() {
        return false;
    }

    /**
     * Announces that the node will soon send messages to the addresses {@code to}, see {@link
     * io.abcast.kernel.Effects#beginPledge}.
     */
    default void beginPledge(long pledge, List<A> to, long expectedNanos) {}

    /** Ends the announcement with the number {@code pledge}, see {@link io.abcast.kernel.Effects#endPledge}. */
    default void endPledge(long pledge) {}

    /** Reports that this member has delivered a request that was submitted to this member {@code nanos} ns before. */
    default void delivered(Entry entry, long nanos) {}

    /** Does the periodic work of the transport. */
    default void onTick() {}

    /**
     * Reports that the driver of this process has ended. After the call of {@code onEnd} the process sends only hellos.
     */
    default void onEnd() {}
}
