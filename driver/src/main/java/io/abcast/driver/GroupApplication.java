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
     * <p>An application that returns {@code null} has not executed the transaction yet; at most {@link
     * GroupDriver#RESULTS_MAX} deliveries may lack a result. The group node limits the number of deliveries without a
     * result.
     *
     * @return the application's result for the transaction, which must not be changed after the call; {@code null} if
     *     the application will report the result later by {@link GroupDriver#onResult}
     */
    byte[] deliver(GroupDelivery delivery);

    /**
     * Handles the digest of the state after delivery {@code seq} that f+1 replicas share, see {@link
     * GroupDriver#onDigest}. This replica may not have executed delivery {@code seq} yet. The default implementation
     * ignores the digest.
     */
    default void onDigest(long seq, byte[] digest) {}

    /**
     * Freezes the application's state after the last delivery, so that a writer can write this state while deliveries
     * continue. The results of deliveries before this call may be missing; the frozen state includes the effects of
     * these deliveries.
     *
     * @return a writer of the application's frozen state. The driver calls the snapshot writer at most once, on any
     *     thread, only after all deliveries before the freeze have their results
     */
    Storage.SnapshotWriter freeze();

    /**
     * Replaces the whole state of the application by a snapshot. Deliveries before the replacement that have no result
     * need no result after it.
     *
     * @param content the state that a writer of {@link #freeze} wrote at this member or at another member; {@code null}
     *     means the empty state
     * @throws IOException if the state in {@code content} cannot be read
     */
    void restore(InputStream content) throws IOException;
}
