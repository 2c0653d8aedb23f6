package io.abcast.kernel;

/** A message from one node to another. Each protocol has its own sealed family of records. Immutable. */
public interface Message {
    /** Size on the wire in bytes, without transport headers: at least the bytes that the codec writes, and few more. */
    int wireBytes();

    /** The kind of message within its family: its class, or the class of the message that it wraps. */
    default Class<?> kind() {
        return getClass();
    }

    /**
     * The instance of its protocol that waits for this message, with the same number at all members; 0 without one. A
     * driver that holds messages compares the durations of instances with and without holding.
     */
    default long instance() {
        return 0;
    }
}
