package io.abcast.jgroups;

import io.abcast.log.Storage;
import java.io.IOException;
import java.io.InputStream;

/**
 * The replicated application at one member, to which the member delivers ordered payloads. All members deliver the same
 * payloads in the same order, so a deterministic receiver has the same state at every member. Above {@link EPAXOS} with
 * an {@link io.abcast.kernel.Interference}, only payloads that interfere are delivered in the same order at all
 * members.
 *
 * <p><b>Thread rule:</b> the event loop of the member calls all methods, one after the other, on one thread. The
 * methods of a receiver must not block the event loop, and must not wait for a future of {@link AtomicBroadcast}.
 *
 * <p><b>Failure:</b> an exception from any method of the receiver stops this member with an error.
 */
public interface Receiver {
    /**
     * Applies the next payload of the total order to the receiver's state.
     *
     * @param zxid position of the payload in the order, see {@link io.abcast.kernel.Zxid}; always higher than that of
     *     the previous payload. Above {@link EPAXOS} with an interference, it is valid at this member only.
     * @param origin server id of the member at which the payload was submitted
     * @param payload the submitted bytes; the receiver must not change the array
     * @return the payload's result for the submitter's callback if the payload was submitted at this member; ignored at
     *     other members; may be null
     */
    Object abdeliver(long zxid, int origin, byte[] payload);

    /**
     * Reports that the member has called the callbacks of all payloads that were decided together. If callbacks pass
     * results to another thread, the receiver can wake that thread here, once for all results.
     */
    default void onAnswered() {}

    /**
     * Freezes the present state of the receiver, so that the member can write the state as a snapshot while it delivers
     * further payloads.
     *
     * <p>Under {@code FBP} the bytes of a snapshot must depend only on the delivered history, also after a restore of
     * an earlier snapshot. A receiver therefore writes collections in sorted order, and no data of its own member, such
     * as a time or a random number.
     *
     * @return a writer of the frozen state. The member calls the writer at most once, on any thread, while it delivers
     *     further payloads.
     */
    Storage.SnapshotWriter snapshot();

    /**
     * Replaces the whole state of the receiver. The event loop calls {@code restore} at every start of the member, and
     * whenever this member lags so far behind that it must fetch a snapshot.
     *
     * @param content the bytes that a {@link #snapshot} of this or another member wrote; {@code null} if the receiver
     *     must take its empty initial state
     */
    void restore(InputStream content) throws IOException;
}
