package io.abcast.driver;

import io.abcast.log.Storage;
import java.io.IOException;
import java.io.InputStream;

/**
 * The replicated state machine that a {@link Driver} runs. An exception from any method of the application ends the
 * driver with an error.
 *
 * <p><b>Thread rule:</b> The thread that runs the driver calls all methods of the application; no method may block.
 */
public interface Application {
    /**
     * Applies the payload that is next in the total order to the state machine.
     *
     * @param zxid position of the payload in the total order, see {@link io.abcast.kernel.Zxid}; higher than the
     *     position of the previous payload
     * @param origin server id of the member at which a caller submitted the payload.
     * @param payload bytes of the payload, which must not be changed
     * @return the application's result for the payload, which the caller receives if the payload was submitted at this
     *     member; may be null
     */
    Object deliver(long zxid, int origin, byte[] payload);

    /**
     * Freezes the present state of the application, so that a writer can write this state while deliveries continue.
     *
     * @return a writer of the frozen state. The driver calls the writer at most once, on any thread, while deliveries
     *     continue.
     */
    Storage.SnapshotWriter freeze();

    /**
     * Replaces the whole state of the application by a snapshot.
     *
     * @param content the state that a writer of {@link #freeze} wrote at this member or at another member; {@code null}
     *     means the empty state
     * @throws IOException if the state in {@code content} cannot be read
     */
    void restore(InputStream content) throws IOException;
}
