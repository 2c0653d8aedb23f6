package io.abcast.driver;

import io.abcast.kernel.Entry;
import io.abcast.kernel.Hold;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Message;
import io.abcast.kernel.QueueVisitor;
import java.util.Set;

/**
 * A {@link Driver} sends messages to the other members of the ensemble, and reports events to them, through this
 * interface.
 *
 * <p><b>Thread rule:</b> The thread that runs the driver calls all methods of this object; no method may block.
 */
public interface OtherMembers {
    /**
     * Sends {@code message} to member {@code to} at once. Drops the message if the address of member {@code to} is
     * unknown.
     */
    void send(int to, Message message);

    /**
     * Sends a message that may wait for a later message, see {@link io.abcast.kernel.Effects#send(int, Message, Hold)}.
     */
    default void send(int to, Message message, Hold hold) {
        send(to, message);
    }

    /**
     * Announces that the node will soon send messages to the members {@code to}, see {@link
     * io.abcast.kernel.Effects#beginPledge}.
     */
    default void beginPledge(long pledge, Set<Integer> to, long expectedNanos) {}

    /** Ends the announcement with the number {@code pledge}, see {@link io.abcast.kernel.Effects#endPledge}. */
    default void endPledge(long pledge) {}

    /** Reports that this member has delivered a request that was submitted to this member {@code nanos} ns before. */
    default void delivered(Entry entry, long nanos) {}

    /** Reports that the membership of the ensemble has changed to {@code now}. */
    void onMembership(Membership now);

    /**
     * Reports that the driver of this member has ended, with or without an error. The driver calls no method of this
     * object after {@code onEnd}.
     */
    void onEnd();

    /**
     * Does periodic work, such as checks of time limits of hellos.
     *
     * @param nowNanos the present time on the clock of {@link Driver#turn}
     */
    void onTick(long nowNanos);

    /** Passes the lengths and bounds of the queues of messages to {@code to}, see {@link Driver#visitQueues}. */
    default void visitQueues(QueueVisitor to) {}
}
