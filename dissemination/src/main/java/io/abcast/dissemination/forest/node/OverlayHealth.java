package io.abcast.dissemination.forest.node;

/**
 * Whether the overlays of this source may be used. An overlay is unusable while its relay's queues are full, and while
 * it is suspended because its frames were late. One frame now and then probes a suspended overlay. An overlay whose
 * probe arrives in time gets its share back.
 */
final class OverlayHealth {
    private static final int SIZE = ForestSettings.ID_MAX + 1;

    private final ForestSettings settings;
    private final ForestFigures figures;

    /** Overlays whose relay reported full queues, as bits. */
    private long full;

    private long suspended;

    /** Suspended overlays with a probe in flight. */
    private long probing;

    private final long[] fullUntilNanos = new long[SIZE];
    private final long[] probeAtNanos = new long[SIZE];
    private final long[] intervalNanos = new long[SIZE];

    OverlayHealth(ForestSettings settings, ForestFigures figures) {
        this.settings = settings;
        this.figures = figures;
    }

    /** Suspended overlays, as bits. */
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
     * The relay dropped a frame. The report that it has room may get lost, so the overlay is tried again after a while.
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

    /** The probe of the overlay arrived everywhere in time. */
    void resume(int relay) {
        long bit = 1L << relay;
        if ((suspended & bit) == 0) return;
        suspended &= ~bit;
        probing &= ~bit;
        figures.resumptions++;
    }

    /** Takes a suspended overlay that is due for a probe and not full; -1 without one. */
    int takeProbe(long present, long nowNanos) {
        for (long rest = suspended & present & ~probing & ~full; rest != 0; rest &= rest - 1) {
            int j = Long.numberOfTrailingZeros(rest);
            if (nowNanos - probeAtNanos[j] < 0) continue;
            probing |= 1L << j;
            return j;
        }
        return -1;
    }

    /** Forgets members that left: a member that returns starts without a past. */
    void retain(long present) {
        full &= present;
        suspended &= present;
        probing &= present;
    }
}
