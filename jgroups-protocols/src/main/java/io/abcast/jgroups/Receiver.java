package io.abcast.jgroups;

import io.abcast.log.Storage;
import java.io.IOException;
import java.io.InputStream;

/**
 * The replicated application at one member. The member delivers ordered payloads to the receiver. All members deliver
 * the same payloads in the same order, so a deterministic receiver has the same state at every member. Above {@link
 * EPAXOS} with an {@link io.abcast.kernel.Interference}, only payloads that interfere are delivered in the same order
 * at all members. Payloads that do not interfere may be delivered in different orders, so the effects of these payloads
 * must not depend on their order.
 *
 * <p><b>Thread rule:</b> the event loop of the member calls all methods, one after the other, on one thread. The
 * methods of a receiver must not block the event loop. A method of a receiver must also not wait for a future of {@link
 * AtomicBroadcast}, because the event loop completes these futures.
 *
 * <p><b>Failure:</b> an exception from any method of the receiver stops this member with an error. If a member
 * continued after an exception of its receiver, the receiver's state could silently differ from the state of the other
 * members.
 */
public interface Receiver {
    /**
     * Applies the next payload of the total order to the receiver's state.
     *
     * @param zxid position of the payload in the order, see {@link io.abcast.kernel.Zxid}; always higher than the
     *     position of the previous payload. Above {@link EPAXOS} with an interference, the position of a payload is
     *     valid at this member only
     * @param origin server id of the member at which the payload was submitted
     * @param payload the submitted bytes; the receiver must not change the array
     * @return the payload's result for the submitter's callback if the payload was submitted at this member; ignored at
     *     other members; may be null
     */
    Object abdeliver(long zxid, int origin, byte[] payload);

    /**
     * Reports that the member has called the callbacks of all payloads that were decided together. If the callbacks
     * pass results of payloads to another thread, the receiver can wake that thread in {@code onAnswered}, once for all
     * these results. The default implementation of {@code onAnswered} does nothing.
     */
    default void onAnswered() {}

    /**
     * Freezes the present state of the receiver, so that the member can write the state as a snapshot while it delivers
     * further payloads.
     *
     * <p>Under {@code FBP} the bytes of a receiver's snapshot must depend only on the delivered history. Two members
     * that delivered the same payloads must write the same snapshot, even if one of the two members has restored an
     * earlier snapshot. To get equal snapshots, a receiver writes collections in sorted order. A receiver writes no
     * data of its own member into a snapshot. Examples of data of one member are an address, a time, a random number
     * and the iteration order of a hash table. A member compares the digest of its snapshot with the digests of the
     * other members' snapshots. A member reports a snapshot that differs from the other members' snapshots, and no
     * other member fetches that snapshot.
     *
     * @return a writer of the frozen state. The member calls the writer at most once, on any thread, while it delivers
     *     further payloads
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
