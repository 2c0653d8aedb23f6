package io.abcast.benchmark.server;

/**
 * A stored value: a range of the command that wrote it, which is never changed, so nothing is copied.
 *
 * @param version zxid of the write
 */
record Value(long version, byte[] bytes, int offset) {
    int length() {
        return bytes.length - offset;
    }
}
