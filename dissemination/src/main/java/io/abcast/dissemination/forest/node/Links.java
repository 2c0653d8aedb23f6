package io.abcast.dissemination.forest.node;

import io.abcast.dissemination.forest.node.DestinationQueue.Kind;
import io.abcast.dissemination.forest.node.DestinationQueue.Waiting;
import io.abcast.dissemination.forest.node.ForestMessage.Frame;
import io.abcast.kernel.Digest;

/**
 * The queues of waiting frames, one for each destination. At most {@link ForestSettings#linkFramesMax} frames per
 * destination are at the driver at a time, passed to it and not sent yet.
 */
final class Links {
    private final ForestSettings settings;
    private final ForestEffects effects;
    private final ForestFigures figures;
    private final HeldPayloads held;
    private final DestinationQueue[] queues = new DestinationQueue[ForestSettings.ID_MAX + 1];

    /**
     * The destinations whose queue was empty at some time since the last {@link #takeEmptied}, one bit for each member.
     */
    private long emptied = -1;

    /**
     * The destinations to which the driver has sent frames since the last {@link #takeUsed}, one bit for each member.
     */
    private long used;

    /** Number of payload bytes that the driver has sent to each destination. */
    private final long[] sent = new long[ForestSettings.ID_MAX + 1];

    Links(
            ForestSettings settings,
            ForestEffects effects,
            ForestFigures figures,
            HeldPayloads held) {
        this.settings = settings;
        this.effects = effects;
        this.figures = figures;
        this.held = held;
        for (int i = 0; i < queues.length; i++) queues[i] = new DestinationQueue(held);
    }

    /** Number of bytes of the frames of kind {@code kind} that wait for a destination. */
    long bytes(int to, Kind kind) {
        return queues[to].bytes(kind);
    }

    /** Whether no destination's queue of relayed frames is more than half full. */
    boolean isDrained() {
        for (DestinationQueue queue : queues)
            if (queue.bytes(Kind.RELAYED) > settings.relayQueueBytesMax() / 2) return false;
        return true;
    }

    /** Drops the frames that wait for members that have left the view. */
    void retain(long present) {
        for (int i = 0; i < queues.length; i++)
            if (((present >>> i) & 1) == 0) queues[i] = new DestinationQueue(held);
    }

    /**
     * Adds a frame to the queue of a destination. Refuses the frame (returns false) if more than {@code bytesMax} bytes
     * of its kind would then wait for the destination.
     */
    boolean add(int to, Waiting waiting, long bytesMax, long nowNanos) {
        if (!queues[to].offer(waiting, bytesMax)) return false;
        pump(to, nowNanos);
        return true;
    }

    /** Adds a frame to the queue of a destination, ahead of all other frames. */
    void addUrgent(int to, Waiting waiting, long nowNanos) {
        queues[to].addUrgent(waiting);
        pump(to, nowNanos);
    }

    /** Begins to send the pieces of a payload that the destination fetches. */
    void fetch(int to, Digest payload, long nowNanos) {
        queues[to].fetch(payload);
        pump(to, nowNanos);
    }

    /** Reports that the driver has sent a frame to a destination, or cannot send the frame. */
    void transmitted(int to, long nowNanos) {
        if (queues[to].onLink > 0) queues[to].onLink--;
        pump(to, nowNanos);
    }

    /** Passes waiting frames for a destination to the driver. */
    private void pump(int to, long nowNanos) {
        DestinationQueue queue = queues[to];
        while (queue.onLink < settings.linkFramesMax()) {
            Waiting next = queue.poll();
            if (next == null) {
                emptied |= 1L << to;
                return;
            }
            if (next.own() != null && !starts(next, to, nowNanos)) continue;
            if (next.kind() == Kind.RELAYED) figures.bytesForwarded += next.bytes();
            if (next.kind() == Kind.FETCHED) figures.bytesSentToFetchers += next.bytes();
            queue.onLink++;
            used |= 1L << to;
            sent[to] += next.bytes();
            effects.transmit(to, next.frame());
        }
    }

    /**
     * Records that a frame leaves its queue. {@code starts} returns whether the node must still transmit the frame;
     * false if the receiver has the frame already or a late copy has replaced it.
     */
    private boolean starts(Waiting next, int to, long nowNanos) {
        OwnFrame own = next.own();
        Frame frame = next.frame();
        if (next.kind() == Kind.LATE) own.queued &= ~(1L << to);
        if (frame.relay() ? own.isResent(to) : !own.isMissing(to)) return false;
        if (frame.relay()) own.sentToAll(nowNanos);
        else own.sent(to, nowNanos);
        if (next.kind() == Kind.LATE) figures.bytesResent += next.bytes();
        else if (frame.relay()) figures.bytesToRelays += next.bytes();
        else figures.bytesDirect += next.bytes();
        return true;
    }

    /**
     * Returns and resets the record of empty queues, for a new sampling interval.
     *
     * @return the destinations whose queue was empty at some time since the last call of {@code takeEmptied}, one bit
     *     for each member
     */
    long takeEmptied() {
        long result = emptied;
        emptied = 0;
        for (int to = 0; to < queues.length; to++) if (queues[to].isEmpty()) emptied |= 1L << to;
        return result | emptied;
    }

    /** Number of bytes that the driver has sent to a destination since the start of this node. */
    long sent(int to) {
        return sent[to];
    }

    /**
     * Returns the destinations to which the driver has sent frames since the last call of {@code takeUsed}, one bit for
     * each member.
     */
    long takeUsed() {
        long result = used;
        used = 0;
        return result;
    }
}
