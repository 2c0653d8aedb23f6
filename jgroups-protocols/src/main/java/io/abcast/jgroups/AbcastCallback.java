package io.abcast.jgroups;

/**
 * Told the outcome of one submitted payload; exactly one method is called, once.
 *
 * <p><b>Thread rule:</b> called by the member's event loop, or by the submitting thread when the payload is refused at
 * once. Must not block. An exception is logged and dropped.
 */
public interface AbcastCallback {
    /**
     * The payload was ordered and delivered at this member.
     *
     * @param zxid its position in the total order
     * @param result what this member's {@link Receiver#abdeliver} returned for it
     */
    void onDelivered(long zxid, Object result);

    /** The payload was not delivered here; {@link AbcastException#mayHaveTakenEffect} says what may have become of it. */
    void onFailed(AbcastException why);
}
