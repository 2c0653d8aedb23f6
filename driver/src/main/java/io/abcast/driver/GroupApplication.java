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
     * result, and limits their number itself.
     *
     * @return the result, which must not be changed afterwards; {@code null} if the result will come later by {@link
     *     GroupDriver#onResult}
     */
    byte[] deliver(GroupDelivery delivery);

    /**
     * Freezes the present state, so that it can be written while deliveries continue. Every delivery has its result at
     * that time.
     *
     * @return a writer of the state, which is called at most once, on any thread, while deliveries continue
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
