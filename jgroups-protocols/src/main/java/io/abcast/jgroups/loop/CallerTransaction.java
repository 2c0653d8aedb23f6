package io.abcast.jgroups.loop;

import io.abcast.driver.Failure;
import io.abcast.driver.PendingTransaction;
import io.abcast.jgroups.AbcastException;
import io.abcast.kernel.GroupAnswers;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * A submitted transaction that waits for its answer, with the future that the caller got.
 *
 * @param <A> type of the transaction's answer
 */
public final class CallerTransaction<A> extends PendingTransaction {
    private final CompletableFuture<A> future = new CompletableFuture<>();
    private final Function<GroupAnswers, A> convert;

    /**
     * @param groups numbers of the destination partitions, ascending
     * @param convert function that converts the answers of the destination partitions to the answer for the caller
     */
    public CallerTransaction(int[] groups, byte[] payload, Function<GroupAnswers, A> convert) {
        super(groups, payload);
        this.convert = convert;
    }

    /** Returns the future of the transaction's answer. A transaction's future fails with {@link AbcastException}. */
    public CompletableFuture<A> future() {
        return future;
    }

    /** Reports to the caller that no inbox of an event loop admitted this transaction. */
    public void notAdmitted(AbcastException why) {
        future.completeExceptionally(why);
    }

    @Override
    protected void onAnswered(GroupAnswers answers) {
        future.complete(convert.apply(answers));
    }

    @Override
    protected void onFailed(Failure why) {
        future.completeExceptionally(AbcastException.of(why));
    }
}
