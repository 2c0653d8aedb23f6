package io.abcast.kernel;

/** What nodes send to one another. Each protocol has its own sealed family of records. Immutable. */
public interface Message {
    /** Size on the wire in bytes, without transport headers: never less than what the codec writes, and not much more. */
    int wireBytes();

    /** What tells it from other messages of its family: its class, or its content's if it only wraps that. */
    default Class<?> kind() {
        return getClass();
    }

    /**
     * The instance of its protocol for which others wait for this message, the same number at all members; 0 for none. A driver that holds
     * messages compares what instances take with and without that.
     */
    default long instance() {
        return 0;
    }
}
