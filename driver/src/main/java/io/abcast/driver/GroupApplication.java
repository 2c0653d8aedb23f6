package io.abcast.driver;

import io.abcast.kernel.GroupDelivery;
import io.abcast.log.Storage;
import java.io.IOException;
import java.io.InputStream;

/**
 * The replicated state machine of one group above a {@link GroupDriver}. An exception from any method ends the driver
 * with an error.
 *
 * <p><b>Thread rule:</b> the thread that runs the driver calls all methods; no method may block.
 */
public interface GroupApplication {
    /**
     * Applies the next transaction of the group's order.
     *
     * <p>An application that returns {@code null} may have at most {@link GroupDriver#RESULTS_MAX} deliveries without a
     * result. The node limits their number.
     *
     * @return the result, which must not be changed afterwards; {@code null} if the result will come later by {@link
     *     GroupDriver#onResult}
     */
    byte[] deliver(GroupDelivery delivery);

    /**
     * Handles the digest of the state after delivery {@code seq} that f+1 replicas share, see {@link
     * GroupDriver#onDigest}. This replica may not have executed that delivery yet. The default does nothing.
     */
    default void onDigest(long seq, byte[] digest) {}

    /**
     * Freezes the state after the last delivery, so that it can be written while deliveries continue. Deliveries before
     * this call may lack results; the state includes their effects.
     *
     * @return a writer of the state, which is called at most once, on any thread, while deliveries continue, and only
     *     after all deliveries before this call have their results
     */
    Storage.SnapshotWriter freeze();

    /**
     * Replaces the whole state. Deliveries that have no result yet need none any more.
     *
     * @param content the state that a writer of {@link #freeze} wrote at this or another member; {@code null} stands
     *     for the empty state
     * @throws IOException if the content cannot be read
     */
    void restore(InputStream content) throws IOException;
}
