package io.abcast.jgroups.camu;

import io.abcast.jgroups.camu.ReplicaFrame.Sort;
import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.Message;
import io.abcast.kernel.MessageCodec;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;

/**
 * The wire format of all messages between servers with replicas of partitions. A frame between replicas consists of the
 * version, the sort (the layer of the replica), the partition of the receiving replica, and the content. A frame of a
 * layer other than LOG also contains the partition of the sending replica, before the content.
 */
public final class ReplicaFrameCodec implements MessageCodec<ReplicaFrame> {
    /** The highest version of frames between replicas that this release supports. */
    public static final int VERSION = 1;

    /**
     * Version of a log's messages inside frames of version {@link #VERSION}; a log with only lower versions uses its
     * own highest one.
     */
    private static final int LOG_VERSION = 2;

    private final int partitions;
    private final MessageCodec<Message> logs;
    private final MessageCodec<Message> groups;

    /**
     * @param partitions number of all partitions of {@code CAMU}
     * @param logs wire format of the messages of a partition's log
     * @param groups wire format of the messages between replicas of all partitions
     */
    @SuppressWarnings("unchecked")
    public ReplicaFrameCodec(
            int partitions,
            MessageCodec<? extends Message> logs,
            MessageCodec<? extends Message> groups) {
        this.partitions = partitions;
        this.logs = (MessageCodec<Message>) logs;
        this.groups = (MessageCodec<Message>) groups;
    }

    @Override
    public int versionMax() {
        return VERSION;
    }

    @Override
    public void encode(ReplicaFrame message, int version, WireWriter out) {
        out.u8(VERSION).u8(message.sort().ordinal()).varint(message.to());
        if (message.sort() != Sort.LOG) out.varint(message.from());
        switch (message.sort()) {
            case LOG ->
                    logs.encode(message.content(), Math.min(LOG_VERSION, logs.versionMax()), out);
            case GROUP -> groups.encode(message.content(), groups.versionMax(), out);
            case APPLICATION -> out.bytes(((ApplicationMessage) message.content()).bytes());
        }
    }

    @Override
    public ReplicaFrame decode(WireReader in) {
        int version = in.u8();
        if (version != VERSION)
            throw new MalformedFrameException("version: expected " + VERSION + ", got " + version);
        Sort sort = Sort.of(in.count(Sort.COUNT - 1));
        int to = in.count(partitions - 1);
        int from = sort == Sort.LOG ? to : in.count(partitions - 1);
        return new ReplicaFrame(sort, to, from, content(sort, in));
    }

    private Message content(Sort sort, WireReader in) {
        return switch (sort) {
            case LOG -> logs.decode(in);
            case GROUP -> groups.decode(in);
            case APPLICATION -> {
                ApplicationMessage message = new ApplicationMessage(in.bytes());
                in.end();
                yield message;
            }
        };
    }
}
