package io.abcast.jgroups.camu;

import io.abcast.kernel.Message;

/**
 * A message from the receiver of one replica to the receiver of another replica.
 *
 * @param bytes the content of the message; receivers must not change the array
 */
public record ApplicationMessage(byte[] bytes) implements Message {
    private static final int LENGTH_BYTES_MAX = 5;

    @Override
    public int wireBytes() {
        return LENGTH_BYTES_MAX + bytes.length;
    }
}
