package io.abcast.jgroups;

import io.abcast.log.Storage;
import java.io.IOException;
import java.io.InputStream;

/**
 * The replicated application at one member: what ordered payloads are handed to. All members see the same payloads in
 * the same order, so a receiver that is deterministic has the same state everywhere.
 *
 * <p><b>Thread rule:</b> all methods are called by one thread, the member's event loop, one at a time. They must not
 * block and must not wait for a future of {@link AtomicBroadcast}: the loop that would complete it is the caller.
 *
 * <p><b>Failure:</b> an exception from any method stops this member with an error, because its state would otherwise
 * silently differ from that of the others.
 */
public interface Receiver {
    /**
     * Applies the next payload of the total order.
     *
     * @param zxid its position, see {@link io.abcast.kernel.Zxid}; always higher than the one before
     * @param origin server id of the member at which it was submitted
     * @param payload the bytes submitted; do not change them
     * @return what the submitter's callback is given, if it waits at this member; ignored elsewhere; may be null
     */
    Object abdeliver(long zxid, int origin, byte[] payload);

    /**
     * Callbacks of requests at this member have been called, as many as were decided together. A receiver whose callbacks hand results to another
     * thread wakes that here, once for all of them. Does nothing unless overridden.
     */
    default void onAnswered() {}

    /**
     * Freezes the present state.
     *
     * <p>Under {@code FBP} the history alone must fix the bytes: two members that were delivered the same payloads write the same
     * snapshot, also if one of them has restored an earlier snapshot. So write sorted collections, and nothing of this member: no
     * address, time, random number or iteration order of a hash table. A member compares the digest of its snapshot with those of the
     * others. A snapshot that differs is reported, and no other member fetches it.
     *
     * @return writes the frozen state; called at most once, on any thread, while further payloads are delivered
     */
    Storage.SnapshotWriter snapshot();

    /**
     * Replaces the whole state. Called at every start and whenever this member was too far behind to catch up by log.
     *
     * @param content what a {@link #snapshot} of this or another member wrote; {@code null}: the empty state
     */
    void restore(InputStream content) throws IOException;
}
