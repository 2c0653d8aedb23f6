package io.abcast.kernel;

/** What nodes send to one another. Each protocol has its own sealed family of records. Immutable. */
public interface Message {
    /** Size on the wire in bytes, without transport headers; may be an upper bound within 16 bytes. */
    int wireBytes();
}
