package io.abcast.kernel;

/** A message from one node to another. Each protocol has its own sealed family of records. Immutable. */
public interface Message {
    /** Size on the wire in bytes, without transport headers: never less than the codec writes, and not much more. */
    int wireBytes();

    /** The kind of message within its family: its class, or that of its content if it only wraps one. */
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
