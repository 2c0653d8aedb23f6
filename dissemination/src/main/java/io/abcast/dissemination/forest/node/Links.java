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

    private long used;
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

    long bytes(int to, Kind kind) {
        return queues[to].bytes(kind);
    }

    boolean isDrained() {
        for (DestinationQueue queue : queues)
            if (queue.bytes(Kind.RELAYED) > settings.relayQueueBytesMax() / 2) return false;
        return true;
    }

    void retain(long present) {
        for (int i = 0; i < queues.length; i++)
            if (((present >>> i) & 1) == 0) queues[i] = new DestinationQueue(held);
    }

    /** Returns false if more than {@code bytesMax} bytes of the frame's kind would then wait for the destination. */
    boolean add(int to, Waiting waiting, long bytesMax, long nowNanos) {
        if (!queues[to].offer(waiting, bytesMax)) return false;
        pump(to, nowNanos);
        return true;
    }

    void addUrgent(int to, Waiting waiting, long nowNanos) {
        queues[to].addUrgent(waiting);
        pump(to, nowNanos);
    }

    /** Begins to send the pieces of a payload that the destination fetches. */
    void fetch(int to, Digest payload, long nowNanos) {
        queues[to].fetch(payload);
        pump(to, nowNanos);
    }

    void transmitted(int to, long nowNanos) {
        if (queues[to].onLink > 0) queues[to].onLink--;
        pump(to, nowNanos);
    }

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

    long takeEmptied() {
        long result = emptied;
        emptied = 0;
        for (int to = 0; to < queues.length; to++) if (queues[to].isEmpty()) emptied |= 1L << to;
        return result | emptied;
    }

    long sent(int to) {
        return sent[to];
    }

    long takeUsed() {
        long result = used;
        used = 0;
        return result;
    }
}
