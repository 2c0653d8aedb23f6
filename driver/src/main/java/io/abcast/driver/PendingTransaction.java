package io.abcast.driver;

import io.abcast.kernel.GroupAnswers;
import io.abcast.kernel.GroupNode;
import io.abcast.kernel.Node;

/**
 * A transaction for one group or several groups, which a caller passes to a {@link GroupDriver}.
 *
 * <p><b>Thread rule:</b> Any thread may create a transaction; after its creation, only the thread that runs the driver
 * uses the transaction.
 */
public abstract class PendingTransaction extends PendingRequest {
    private final int[] groups;

    /**
     * @param groups numbers of the groups to which the transaction is addressed, ascending, at least one; the caller
     *     must not change the array after the call
     * @param payload bytes of the transaction, which only the application interprets; the caller must not change the
     *     array after the call
     */
    protected PendingTransaction(int[] groups, byte[] payload) {
        super(payload);
        this.groups = groups;
    }

    /** Numbers of the groups to which the transaction is addressed, ascending; the array must not be changed. */
    public final int[] groups() {
        return groups;
    }

    @Override
    final void submitTo(Node node, long number) {
        ((GroupNode) node).onSubmit(number, groups, takePayload());
    }

    @Override
    protected final void onDelivered(long zxid, Object result) {
        onAnswered((GroupAnswers) result);
    }

    /** Called with the groups' answers to the transaction, after all groups of the transaction have delivered it. */
    protected abstract void onAnswered(GroupAnswers answers);
}
