package io.abcast.jgroups.loop;

import io.abcast.driver.Failure;
import io.abcast.driver.PendingTransaction;
import io.abcast.jgroups.AbcastException;
import io.abcast.kernel.GroupAnswers;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * A transaction that waits for its answer, with the future of its caller.
 *
 * @param <A> the type of the answer
 */
public final class CallerTransaction<A> extends PendingTransaction {
    private final CompletableFuture<A> future = new CompletableFuture<>();
    private final Function<GroupAnswers, A> convert;

    /**
     * @param groups numbers of the destinations, ascending
     * @param convert makes the answer for the caller
     */
    public CallerTransaction(int[] groups, byte[] payload, Function<GroupAnswers, A> convert) {
        super(groups, payload);
        this.convert = convert;
    }

    /** The future of the answer; it fails with {@link AbcastException}. */
    public CompletableFuture<A> future() {
        return future;
    }

    /** Reports that no inbox admitted this transaction; called on the caller's thread. */
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
