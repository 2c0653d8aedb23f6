package io.abcast.sim;

/**
 * A member's clock and the timers that hang on it. It begins anywhere at each start, may be too fast or too slow, and may leap
 * forward, as after a suspension. It never goes back: drivers read a monotonic clock.
 */
final class MemberClock {
    private final Cluster cluster;
    private final Member member;
    private final Timer[] timers;
    private long base;
    private long since;
    private double rate = 1;

    /** Of one kind: the node's time at which it is due, and how often it has been set, cancelled or has expired. */
    private static final class Timer {
        long due;
        int generation;
        boolean set;
    }

    MemberClock(Cluster cluster, Member member, int kinds) {
        this.cluster = cluster;
        this.member = member;
        timers = new Timer[kinds];
        for (int kind = 0; kind < kinds; kind++) timers[kind] = new Timer();
    }

    /** A new life begins. */
    void start(long offset, double newRate) {
        cancelAll();
        base = offset;
        since = cluster.now();
        rate = newRate;
    }

    /** What the node is told. */
    long nanos() {
        return base + (long) ((cluster.now() - since) * rate);
    }

    /** Its seconds in a true second. */
    double rate() {
        return rate;
    }

    void rate(double newRate) {
        base = nanos();
        since = cluster.now();
        rate = newRate;
        reschedule();
    }

    void leap(long nanos) {
        base += nanos;
        reschedule();
    }

    void heal() {
        if (rate < 0.9 || rate > 1.1) rate(1);
    }

    void set(int kind, long delayNanos) {
        Timer timer = timers[kind];
        timer.due = nanos() + delayNanos;
        timer.set = true;
        schedule(kind, cluster.timerLateness());
    }

    void cancel(int kind) {
        timers[kind].generation++;
        timers[kind].set = false;
    }

    void cancelAll() {
        for (int kind = 0; kind < timers.length; kind++) cancel(kind);
    }

    /** Whether the timer that expires is still the one that was set. */
    boolean expires(int kind, int generation) {
        if (timers[kind].generation != generation) return false;
        cancel(kind);
        return true;
    }

    private void reschedule() {
        for (int kind = 0; kind < timers.length; kind++) if (timers[kind].set) schedule(kind, 0);
    }

    private void schedule(int kind, long lateness) {
        Timer timer = timers[kind];
        int generation = ++timer.generation;
        int life = member.life();
        long delay = (long) (Math.max(0, timer.due - nanos()) / rate) + lateness;
        cluster.queue().at(cluster.now() + delay, () -> member.timer(life, kind, generation));
    }
}
