package io.abcast.jgroups.camu;

import io.abcast.kernel.Message;

/**
 * A message from one replica to another one.
 *
 * @param sort the layer that sends and receives the message
 * @param to number of the partition of the receiving replica
 * @param from number of the partition of the sending replica; equal to {@code to} for messages of the log
 * @param content the message
 */
public record ReplicaFrame(Sort sort, int to, int from, Message content) implements Message {
    /** The layers that send messages. The ordinal of a sort is its code on the wire. */
    public enum Sort {
        /** The log nodes of one partition. */
        LOG,
        /** The nodes of all partitions. */
        GROUP,
        /** The receivers of all partitions; the content is an {@link ApplicationMessage}. */
        APPLICATION;

        private static final Sort[] ALL = values();

        /** Number of sorts. */
        static final int COUNT = ALL.length;

        static Sort of(int code) {
            return ALL[code];
        }
    }

    private static final int HEAD_BYTES = 8;

    @Override
    public int wireBytes() {
        return HEAD_BYTES + content.wireBytes();
    }

    @Override
    public Class<?> kind() {
        return content.kind();
    }

    @Override
    public long instance() {
        return content.instance();
    }
}
