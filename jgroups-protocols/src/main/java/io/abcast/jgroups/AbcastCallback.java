package io.abcast.jgroups;

/**
 * Receives the outcome of one submitted payload. Exactly one method is called, once.
 *
 * <p><b>Thread rule:</b> the event loop of the member calls the method. If the payload is refused at once, the
 * submitting thread calls the method. A callback must not block. An exception that a callback throws is logged and
 * dropped.
 */
public interface AbcastCallback {
    /**
     * Reports that the payload was ordered and delivered at this member.
     *
     * @param zxid position of the payload in the order; see {@link Receiver#abdeliver}
     * @param result the value that this member's {@link Receiver#abdeliver} returned for the payload
     */
    void onDelivered(long zxid, Object result);

    /**
     * Reports that the payload was not delivered at this member. {@link AbcastException#mayHaveTakenEffect} tells
     * whether another member may have delivered the payload.
     */
    void onFailed(AbcastException why);
}
