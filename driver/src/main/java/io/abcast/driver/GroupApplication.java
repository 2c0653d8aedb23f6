package io.abcast.driver;

import io.abcast.kernel.GroupDelivery;
import io.abcast.log.Storage;
import java.io.IOException;
import java.io.InputStream;

/**
 * The replicated state machine of one group that a {@link GroupDriver} runs. An exception from any method of the
 * application ends the driver with an error.
 *
 * <p><b>Thread rule:</b> The thread that runs the driver calls all methods of the application; no method may block.
 */
public interface GroupApplication {
    /**
     * Applies the transaction that is next in the group's order to the state machine.
     *
     * <p>At most {@link GroupDriver#RESULTS_MAX} deliveries may lack a result.
     *
     * @return the application's result for the transaction, which must not be changed after the call; {@code null} if
     *     the application will report the result later by {@link GroupDriver#onResult}
     */
    byte[] deliver(GroupDelivery delivery);

    /**
     * Receives the digest on which f+1 replicas agree for the state after delivery {@code seq}, where f is the number
     * of faulty replicas, see {@link GroupDriver#onDigest}. The application of this replica may not have executed
     * delivery {@code seq} yet.
     */
    default void onDigest(long seq, byte[] digest) {}

    /**
     * Freezes the application's state after the last delivery, so that a writer can write this state while deliveries
     * continue. The results of deliveries before the call of {@code freeze} may be missing; the frozen state includes
     * the effects of these deliveries.
     *
     * @return a writer of the frozen state. The driver calls the writer at most once, on any thread, after all
     *     deliveries before the freeze have their results.
     */
    Storage.SnapshotWriter freeze();

    /**
     * Replaces the whole state of the application by a snapshot. The application need not report results of
     * transactions that were delivered before the replacement.
     *
     * @param content the state that a writer of {@link #freeze} wrote at this member or at another member; {@code null}
     *     means the empty state
     * @throws IOException if the state in {@code content} cannot be read
     */
    void restore(InputStream content) throws IOException;
}
