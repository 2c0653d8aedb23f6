package io.abcast.driver;

import io.abcast.log.Storage;
import java.io.IOException;
import java.io.InputStream;

/**
 * The replicated state machine above a {@link Driver}. An exception from any method ends the driver with an error.
 *
 * <p><b>Thread rule:</b> the thread that runs the driver calls all methods; no method may block.
 */
public interface Application {
    /**
     * Applies the next payload of the total order.
     *
     * @param zxid position of the payload in the order, see {@link io.abcast.kernel.Zxid}; higher than the previous
     *     position
     * @param origin server id of the member at which the payload was submitted
     * @param payload must not be changed
     * @return the result, which the caller receives if the payload was submitted at this member; may be null
     */
    Object deliver(long zxid, int origin, byte[] payload);

    /**
     * Freezes the present state, so that it can be written while deliveries continue.
     *
     * @return a writer of the state, which is called at most once, on any thread, while deliveries continue
     */
    Storage.SnapshotWriter freeze();

    /**
     * Replaces the whole state.
     *
     * @param content the state that a writer of {@link #freeze} wrote at this or another member; {@code null} stands
     *     for the empty state
     * @throws IOException if the content cannot be read
     */
    void restore(InputStream content) throws IOException;
}
