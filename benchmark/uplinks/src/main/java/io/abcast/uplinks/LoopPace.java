package io.abcast.uplinks;

/** Decides how many messages an open loop has to send, from the time and the rate. Used by one thread. */
final class LoopPace {
    private static final double SECOND_NANOS = 1e9;

    private double perSecond;
    private double owed;
    private long lastNanos;

    LoopPace(double perSecond, long nowNanos) {
        this.perSecond = perSecond;
        lastNanos = nowNanos;
    }

    void rate(double messagesPerSecond) {
        perSecond = messagesPerSecond;
    }

    /** The messages that have become due since the last call. */
    int due(long nowNanos) {
        owed += (nowNanos - lastNanos) / SECOND_NANOS * perSecond;
        lastNanos = nowNanos;
        int due = (int) owed;
        owed -= due;
        return due;
    }
}
