package io.abcast.driver;

import io.abcast.kernel.GroupAnswers;
import io.abcast.kernel.GroupNode;
import io.abcast.kernel.Node;

/**
 * A transaction for one or several groups, which a {@link GroupDriver} handles. A subclass passes the answer to the
 * caller.
 *
 * <p><b>Thread rule:</b> created by any thread; then used by the thread that runs the driver.
 */
public abstract class PendingTransaction extends PendingRequest {
    private final int[] groups;

    /**
     * @param groups numbers of the groups to which the transaction is addressed, ascending, at least one; the caller
     *     must not change the array afterwards
     * @param payload the application's bytes; the caller must not change the array afterwards
     */
    protected PendingTransaction(int[] groups, byte[] payload) {
        super(payload);
        this.groups = groups;
    }

    /** Numbers of the groups to which the transaction is addressed, ascending; must not be changed. */
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

    /** Called when all groups of the transaction have delivered it. */
    protected abstract void onAnswered(GroupAnswers answers);
}
