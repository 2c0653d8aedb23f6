package io.abcast.jgroups;

import io.abcast.log.Storage;
import java.io.IOException;
import java.io.InputStream;

/**
 * The replicated application at one member, to which ordered payloads are delivered. All members deliver the same
 * payloads in the same order, so a deterministic receiver has the same state at every member. Above {@link EPAXOS} with
 * an {@link io.abcast.kernel.Interference}, this holds for the payloads that interfere. Other payloads may be delivered
 * in different orders, so their effects must not depend on their order.
 *
 * <p><b>Thread rule:</b> one thread, the event loop of the member, calls all methods, one at a time. The methods must
 * not block. A method must not wait for a future of {@link AtomicBroadcast} either, because the same event loop
 * completes that future.
 *
 * <p><b>Failure:</b> an exception from any method stops this member with an error, because its state could otherwise
 * silently differ from that of the other members.
 */
public interface Receiver {
    /**
     * Applies the next payload of the order.
     *
     * @param zxid position of the payload, see {@link io.abcast.kernel.Zxid}; always higher than the position of the
     *     previous payload. Above {@link EPAXOS} with an interference, it is the position at this member only
     * @param origin server id of the member at which the payload was submitted
     * @param payload the submitted bytes; the receiver must not change them
     * @return the result for the submitter's callback if the payload was submitted at this member; ignored at other
     *     members; may be null
     */
    Object abdeliver(long zxid, int origin, byte[] payload);

    /**
     * Called after the callbacks of all requests of this member that were decided together. If the callbacks pass
     * results to another thread, the receiver can wake that thread in this method, once for all results. The default
     * does nothing.
     */
    default void onAnswered() {}

    /**
     * Freezes the present state, so that it can be written as a snapshot while further payloads are delivered.
     *
     * <p>Under {@code FBP} the bytes must depend only on the history: two members that delivered the same payloads must
     * write the same snapshot, even if one of the two members has restored an earlier snapshot. So write collections in
     * sorted order. Write no data of this member, such as its address, a time, a random number or the iteration order
     * of a hash table. A member compares the digest of its snapshot with the digests of the other members' snapshots. A
     * different snapshot is reported, and no other member fetches it.
     *
     * @return a writer of the frozen state, called at most once, on any thread, while further payloads are delivered
     */
    Storage.SnapshotWriter snapshot();

    /**
     * Replaces the whole state. Called at every start, and whenever this member lags so far behind that it must fetch a
     * snapshot.
     *
     * @param content the bytes that a {@link #snapshot} of this or another member wrote; {@code null} for the empty
     *     state
     */
    void restore(InputStream content) throws IOException;
}
