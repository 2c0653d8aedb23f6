package io.abcast.jgroups.camu;

import io.abcast.kernel.Message;

/**
 * A message from one replica to another replica.
 *
 * @param sort the layer of the replicas that sends and receives the message
 * @param to number of the partition of the receiving replica
 * @param from number of the partition of the sending replica; equal to {@code to} for messages between nodes of one log
 * @param content the message
 */
public record ReplicaFrame(Sort sort, int to, int from, Message content) implements Message {
    /**
     * The layers of a replica that send messages to other replicas. The ordinal of a {@code Sort} is the code of the
     * layer on the wire.
     */
    public enum Sort {
        /** Layer of the nodes that order the log of one partition. */
        LOG,
        /** Layer of the group nodes, which order transactions over all partitions. */
        GROUP,
        /** Layer of the receivers of all partitions; the content of a frame is an {@link ApplicationMessage}. */
        APPLICATION;

        private static final Sort[] ALL = values();

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
