package io.abcast.dissemination.forest.node;

import io.abcast.dissemination.forest.node.DestinationQueue.Kind;
import io.abcast.dissemination.forest.node.DestinationQueue.Waiting;
import io.abcast.dissemination.forest.node.ForestMessage.Frame;

/** The queues of all destinations. The driver has only a few frames of each destination at once. */
final class Links {
    private final ForestSettings settings;
    private final ForestEffects effects;
    private final ForestFigures figures;
    private final DestinationQueue[] queues = new DestinationQueue[ForestSettings.ID_MAX + 1];

    /** Destinations for which no frame waited at some time since {@link #takeEmptied}, as bits. */
    private long emptied = -1;

    /** Destinations that frames were sent to since {@link #takeUsed}, as bits. */
    private long used;

    /** Bytes sent to each destination since {@link #takeBytes}. */
    private final long[] sent = new long[ForestSettings.ID_MAX + 1];

    Links(ForestSettings settings, ForestEffects effects, ForestFigures figures) {
        this.settings = settings;
        this.effects = effects;
        this.figures = figures;
        for (int i = 0; i < queues.length; i++) queues[i] = new DestinationQueue();
    }

    /** Bytes of one kind that wait for a destination. */
    long bytes(int to, Kind kind) {
        return queues[to].bytes(kind);
    }

    /** Whether no queue of relayed frames is more than half full. */
    boolean isDrained() {
        for (DestinationQueue queue : queues)
            if (queue.bytes(Kind.RELAYED) > settings.relayQueueBytesMax() / 2) return false;
        return true;
    }

    /** Drops what waits for members that left. */
    void retain(long present) {
        for (int i = 0; i < queues.length; i++)
            if (((present >>> i) & 1) == 0) queues[i] = new DestinationQueue();
    }

    /** Adds a frame, unless more than {@code bytesMax} bytes of its kind would wait. */
    boolean add(int to, Waiting waiting, long bytesMax, long nowNanos) {
        if (!queues[to].offer(waiting, bytesMax)) return false;
        pump(to, nowNanos);
        return true;
    }

    /** Adds a frame ahead of all others. */
    void addUrgent(int to, Waiting waiting, long nowNanos) {
        queues[to].addUrgent(waiting);
        pump(to, nowNanos);
    }

    /** A frame has left, or cannot leave. */
    void transmitted(int to, long nowNanos) {
        if (queues[to].onLink > 0) queues[to].onLink--;
        pump(to, nowNanos);
    }

    /** Hands waiting frames to the driver. */
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

    /** Records the transmission of an own frame; it is left out if the receiver holds the frame already. */
    private boolean starts(Waiting next, int to, long nowNanos) {
        OwnFrame own = next.own();
        Frame frame = next.frame();
        if (next.kind() == Kind.LATE) own.queued &= ~(1L << to);
        if (!frame.relay() && !own.isMissing(to)) return false;
        if (frame.relay()) own.sentToAll(nowNanos);
        else own.sent(to, nowNanos);
        if (next.kind() == Kind.LATE) figures.bytesResent += next.bytes();
        else if (frame.relay()) figures.bytesToRelays += next.bytes();
        else figures.bytesDirect += next.bytes();
        return true;
    }

    /**
     * Starts a new interval of measurement.
     *
     * @return the destinations for which no frame waited at some time of the last interval, as bits
     */
    long takeEmptied() {
        long result = emptied;
        emptied = 0;
        for (int to = 0; to < queues.length; to++) if (queues[to].isEmpty()) emptied |= 1L << to;
        return result | emptied;
    }

    /**
     * The bytes sent to some destinations since the last call.
     *
     * @param destinations as bits; the bytes of the others are forgotten
     */
    long takeBytes(long destinations) {
        long total = 0;
        for (int to = 0; to < sent.length; to++) {
            if (((destinations >>> to) & 1) != 0) total += sent[to];
            sent[to] = 0;
        }
        return total;
    }

    /** The destinations that frames were sent to since the last call, as bits. */
    long takeUsed() {
        long result = used;
        used = 0;
        return result;
    }
}
