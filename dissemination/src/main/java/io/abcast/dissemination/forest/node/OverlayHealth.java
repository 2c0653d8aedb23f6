package io.abcast.dissemination.forest.node;

/**
 * Decides which of its overlays this member (the source) may use. The source may not use an overlay while the overlay's
 * relay has full queues, or while the overlay is suspended because its frames were late. From time to time, the source
 * sends one frame over a suspended overlay as a probe. If all receivers acknowledge the probe in time, the suspended
 * overlay gets its share of the frames back.
 */
final class OverlayHealth {
    private static final int SIZE = ForestSettings.ID_MAX + 1;

    private final ForestSettings settings;
    private final ForestFigures figures;

    /** The overlays whose relay has reported full queues, one bit for each relay. */
    private long full;

    private long suspended;
    private long probing;

    private final long[] fullUntilNanos = new long[SIZE];
    private final long[] probeAtNanos = new long[SIZE];
    private final long[] intervalNanos = new long[SIZE];

    OverlayHealth(ForestSettings settings, ForestFigures figures) {
        this.settings = settings;
        this.figures = figures;
    }

    long suspended() {
        return suspended;
    }

    long usable(long nowNanos) {
        for (long rest = full; rest != 0; rest &= rest - 1) {
            int j = Long.numberOfTrailingZeros(rest);
            if (nowNanos - fullUntilNanos[j] >= 0) full &= ~(1L << j);
        }
        return ~(full | suspended);
    }

    /**
     * The overlay is unused for at most {@link ForestSettings#probeNanos}, because the report of free queues may be
     * lost.
     */
    void full(int relay, long nowNanos) {
        full |= 1L << relay;
        fullUntilNanos[relay] = nowNanos + settings.probeNanos();
    }

    void room(int relay) {
        full &= ~(1L << relay);
    }

    void suspend(int relay, long nowNanos) {
        long bit = 1L << relay;
        boolean isNew = (suspended & bit) == 0;
        if (!isNew && (probing & bit) == 0) return;
        if (isNew) figures.suspensions++;
        suspended |= bit;
        probing &= ~bit;
        intervalNanos[relay] =
                isNew
                        ? settings.probeNanos()
                        : Math.min(settings.probeMaxNanos(), 2 * intervalNanos[relay]);
        probeAtNanos[relay] = nowNanos + intervalNanos[relay];
    }

    void resume(int relay) {
        long bit = 1L << relay;
        if ((suspended & bit) == 0) return;
        suspended &= ~bit;
        probing &= ~bit;
        figures.resumptions++;
    }

    /**
     * Returns the number of a suspended overlay that must carry a probe now, and records the probe; -1 if no overlay
     * needs a probe.
     */
    int takeProbe(long present, long nowNanos) {
        for (long rest = suspended & present & ~probing & ~full; rest != 0; rest &= rest - 1) {
            int j = Long.numberOfTrailingZeros(rest);
            if (nowNanos - probeAtNanos[j] < 0) continue;
            probing |= 1L << j;
            return j;
        }
        return -1;
    }

    void retain(long present) {
        full &= present;
        suspended &= present;
        probing &= present;
    }
}
