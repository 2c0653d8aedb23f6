package io.abcast.jgroups.camu;

import io.abcast.kernel.Message;

/**
 * A message from the receiver of one replica to the receiver of another one.
 *
 * @param bytes the content, which must not be changed
 */
public record ApplicationMessage(byte[] bytes) implements Message {
    private static final int LENGTH_BYTES_MAX = 5;

    @Override
    public int wireBytes() {
        return LENGTH_BYTES_MAX + bytes.length;
    }
}
