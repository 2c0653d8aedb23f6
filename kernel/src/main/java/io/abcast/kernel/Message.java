package io.abcast.kernel;

/**
 * A message from one node to another node. Each protocol has its own sealed interface, whose records are the protocol's
 * messages. Immutable.
 */
public interface Message {
    /**
     * Size of this message on the wire in bytes, without transport headers. The returned size is never lower than the
     * number of bytes that the codec writes, and only slightly higher.
     */
    int wireBytes();

    /**
     * The kind of this message within its protocol: the class of the message, or the class of the message that it
     * wraps.
     */
    default Class<?> kind() {
        return getClass();
    }

    /**
     * Number of the protocol instance (such as a slot) that waits for this message; 0 if no instance waits. All members
     * use the same number for one protocol instance.
     */
    default long instance() {
        return 0;
    }
}
