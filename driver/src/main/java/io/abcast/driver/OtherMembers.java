package io.abcast.driver;

import io.abcast.kernel.Entry;
import io.abcast.kernel.Hold;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Message;
import io.abcast.kernel.QueueVisitor;
import java.util.Set;

/**
 * The other members of the ensemble. A {@link Driver} sends messages to them and reports events through this interface.
 *
 * <p><b>Thread rule:</b> the thread that runs the driver calls all methods; no method may block.
 */
public interface OtherMembers {
    /** Sends a message to a member at once. Drops the message if the address of the member is unknown. */
    void send(int to, Message message);

    /** See {@link io.abcast.kernel.Effects#send(int, Message, Hold)}. */
    default void send(int to, Message message, Hold hold) {
        send(to, message);
    }

    /** See {@link io.abcast.kernel.Effects#beginPledge}. */
    default void beginPledge(long pledge, Set<Integer> to, long expectedNanos) {}

    /** See {@link io.abcast.kernel.Effects#endPledge}. */
    default void endPledge(long pledge) {}

    /** Reports that this member has delivered its own request, {@code nanos} ns after it was submitted. */
    default void delivered(Entry entry, long nanos) {}

    /** Reports that the members have changed. */
    void onMembership(Membership now);

    /** Reports that the driver has ended, with or without an error. No other call follows. */
    void onEnd();

    /**
     * Called every few tens of milliseconds.
     *
     * @param nowNanos the present time on the clock of {@link Driver#turn}
     */
    void onTick(long nowNanos);

    /** See {@link Driver#visitQueues}. */
    default void visitQueues(QueueVisitor to) {}
}
