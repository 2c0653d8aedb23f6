package io.abcast.kernel;

/** A message from one node to another. Each protocol has its own sealed family of records. Immutable. */
public interface Message {
    /**
     * Size on the wire in bytes, without transport headers. The size is never lower than the number of bytes that the
     * codec writes, and only slightly higher.
     */
    int wireBytes();

    /** The kind of this message within its family: its class, or the class of the message that it wraps. */
    default Class<?> kind() {
        return getClass();
    }

    /**
     * Number of the protocol instance that waits for this message; 0 if no instance waits. All members use the same
     * number for one instance. A driver that holds messages compares the durations of instances with and without
     * holding.
     */
    default long instance() {
        return 0;
    }
}
