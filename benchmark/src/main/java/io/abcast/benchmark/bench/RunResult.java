package io.abcast.benchmark.bench;

import io.abcast.benchmark.load.LoadFigures;
import io.abcast.benchmark.wire.Counter;
import io.abcast.benchmark.wire.MemberFigures;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * What one run measured, warm-up excluded.
 *
 * @param run number of the run, from 1
 * @param seconds length of the measurement
 * @param load as the clients saw it
 * @param before the servers' figures at the start of the measurement
 * @param after and at its end
 * @param series second by second
 * @param agreed whether all servers had the same state at the end
 */
public record RunResult(
        Experiment experiment,
        int run,
        double seconds,
        LoadFigures load,
        List<MemberFigures> before,
        List<MemberFigures> after,
        List<Second> series,
        boolean agreed) {

    public double throughput() {
        return load.answered() / seconds;
    }

    public double writesPerSecond() {
        return load.writes() / seconds;
    }

    /** Why the run says nothing about the servers; {@code null}: it does. */
    public String failure() {
        if (load.answered() > 0) return null;
        String errors = load.errorText();
        return errors.isEmpty() ? "no request was answered" : "every request failed: " + errors;
    }

    /** By all servers together, as EL-Sanosi 2018, section 5.1.1, counts them. */
    public double abdeliveriesPerSecond() {
        return sum(Counter.DELIVERED) / seconds;
    }

    /** t1 - t0 at the servers that took the requests. */
    public Histogram abdelivery() {
        Histogram all = after.get(0).abdelivery().copy();
        for (int i = 1; i < after.size(); i++) all.add(after.get(i).abdelivery());
        return all;
    }

    /** Entries proposed during the measurement. */
    public double abcasts() {
        return sum(Counter.PROPOSALS);
    }

    public double messagesPerAbcast() {
        return sum(Counter.MESSAGES_SENT) / abcasts();
    }

    public double leaderInPerAbcast() {
        return leader(Counter.MESSAGES_RECEIVED) / abcasts();
    }

    public double leaderOutPerAbcast() {
        return leader(Counter.MESSAGES_SENT) / abcasts();
    }

    /** Ack messages that the leader received per entry that it committed. */
    public double acksPerCommit() {
        return leader(Counter.ACKS_RECEIVED) / leader(Counter.DELIVERED);
    }

    /** CPU time of all servers per request answered. */
    public double cpuMicrosPerOp() {
        return sum(Counter.CPU_NANOS) / 1000 / load.answered();
    }

    public double leaderCpuMicrosPerOp() {
        return leader(Counter.CPU_NANOS) / 1000 / load.answered();
    }

    /** Of one follower, on average. */
    public double followerCpuMicrosPerOp() {
        if (after.size() == 1) return 0;
        double followers = sum(Counter.CPU_NANOS) - leader(Counter.CPU_NANOS);
        return followers / 1000 / load.answered() / (after.size() - 1);
    }

    /** Of the leader; NaN where nothing is made durable. */
    public double syncsPerSecond() {
        if (!experiment.durability().equals("fsync")) return Double.NaN;
        return leader(Counter.SYNCS) / seconds;
    }

    /** Of the leader; NaN where nothing is made durable. */
    public double recordsPerSync() {
        if (!experiment.durability().equals("fsync")) return Double.NaN;
        return leader(Counter.LOG_ENTRIES) / leader(Counter.SYNCS);
    }

    /** Share of the time that a server spent collecting garbage, the worst of them. */
    public double gcShare() {
        long worst = 0;
        for (int i = 0; i < after.size(); i++)
            worst = Math.max(worst, after.get(i).since(before.get(i), Counter.GC_MILLIS));
        return worst / 1000.0 / seconds;
    }

    /** Elections begun during the measurement: the figures describe one leader only if there were none. */
    public long elections() {
        return (long) sum(Counter.ELECTIONS);
    }

    public int leader() {
        return after.get(0).leader();
    }

    private double sum(Counter counter) {
        double sum = 0;
        for (int i = 0; i < after.size(); i++) sum += after.get(i).since(before.get(i), counter);
        return sum;
    }

    private double leader(Counter counter) {
        for (int i = 0; i < after.size(); i++)
            if (after.get(i).id() == leader()) return after.get(i).since(before.get(i), counter);
        return 0;
    }
}
