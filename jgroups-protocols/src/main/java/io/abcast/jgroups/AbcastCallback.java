package io.abcast.jgroups;

/**
 * Receives the outcome of one submitted payload. Exactly one method is called, once.
 *
 * <p><b>Thread rule:</b> the event loop of the member calls it, or the submitting thread if the payload is refused at
 * once. A callback must not block. An exception is logged and dropped.
 */
public interface AbcastCallback {
    /**
     * Reports that the payload was ordered and delivered at this member.
     *
     * @param zxid position of the payload in the total order
     * @param result the value that this member's {@link Receiver#abdeliver} returned for the payload
     */
    void onDelivered(long zxid, Object result);

    /**
     * Reports that the payload was not delivered at this member. {@link AbcastException#mayHaveTakenEffect} tells
     * whether it may have been delivered elsewhere.
     */
    void onFailed(AbcastException why);
}
