package io.abcast.jgroups;

/**
 * Receives the outcome of one submitted payload. The member calls exactly one method of the callback, once.
 *
 * <p><b>Thread rule:</b> the event loop of the member calls the methods of the callback. If the member refuses the
 * payload at once, the submitting thread calls {@link #onFailed} instead. A callback must not block. The member logs
 * and drops its exceptions.
 */
public interface AbcastCallback {
    /**
     * Reports that the submitted payload was ordered and delivered at this member.
     *
     * @param zxid position of the payload in the order; see {@link Receiver#abdeliver}
     * @param result value that this member's {@link Receiver#abdeliver} returned for the payload
     */
    void onDelivered(long zxid, Object result);

    /**
     * Reports that the submitted payload was not delivered at this member. Another member may have delivered the
     * payload, see {@link AbcastException#mayHaveTakenEffect}.
     */
    void onFailed(AbcastException why);
}
