package io.abcast.benchmark.bench;

import io.abcast.command.figures.Histograms;
import io.abcast.command.figures.LoopbackCounters;
import io.abcast.load.Experiment;
import io.abcast.load.LoadFigures;
import io.abcast.load.Second;
import io.abcast.load.SteeringFigures;
import io.abcast.server.ProtocolNames;
import io.abcast.server.figures.Counter;
import io.abcast.server.figures.MemberFigures;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/**
 * Figures that one run measured, without the warm-up.
 *
 * @param run number of the run within its experiment, from 1.
 * @param warmupSeconds length of the warm-up, in seconds.
 * @param warmupSteady whether the rate of requests was steady and the JIT compilers were idle at the end of the
 *     warm-up.
 * @param seconds length of the measurement, in seconds.
 * @param load figures that the clients of the run measured.
 * @param before figures of the servers at the start of the measurement, without the figures of killed servers
 * @param after figures of the servers at the end of the measurement, without the figures of killed servers
 * @param series figures for each second of the measurement.
 * @param loopback bytes and packets of clients and members that crossed the host's loopback interface.
 * @param agreed whether all running servers had the same state at the end of the run.
 * @param kill the servers that the run killed; {@code null} if it killed none
 */
public record RunResult(
        Experiment experiment,
        int run,
        double warmupSeconds,
        boolean warmupSteady,
        double seconds,
        LoadFigures load,
        List<MemberFigures> before,
        List<MemberFigures> after,
        List<Second> series,
        LoopbackCounters loopback,
        boolean agreed,
        ServerKill kill) {
    /** The result of a run in which no server was killed. */
    public RunResult(
            Experiment experiment,
            int run,
            double warmupSeconds,
            boolean warmupSteady,
            double seconds,
            LoadFigures load,
            List<MemberFigures> before,
            List<MemberFigures> after,
            List<Second> series,
            LoopbackCounters loopback,
            boolean agreed) {
        this(
                experiment,
                run,
                warmupSeconds,
                warmupSteady,
                seconds,
                load,
                before,
                after,
                series,
                loopback,
                agreed,
                null);
    }

    public double throughput() {
        return load.answered() / seconds;
    }

    public double writesPerSecond() {
        return load.writes() / seconds;
    }

    /** Reason why the run is invalid as a measurement: no request was answered; {@code null} if the run is valid. */
    public String failure() {
        if (load.answered() > 0) return null;
        String errors = load.errorText();
        return errors.isEmpty() ? "no request was answered" : "every request failed: " + errors;
    }

    /**
     * Deliveries of requests in the total order (abdeliveries) per second, of all servers together, as EL-Sanosi 2018,
     * section 5.1.1, counts them.
     */
    public double abdeliveriesPerSecond() {
        return sum(Counter.DELIVERED) / seconds;
    }

    /** Latencies t1 - t0 from the receipt of a request to its delivery, at the servers that received the requests. */
    public Histogram abdelivery() {
        Histogram all = Histograms.create();
        for (int i = 0; i < after.size(); i++) {
            all.add(after.get(i).abdelivery());
            all.subtract(before.get(i).abdelivery());
        }
        return all;
    }

    /** Whether the protocol is of the Zab family, which counts its messages by kind. */
    public boolean zab() {
        return ProtocolNames.ofZab(experiment.protocol());
    }

    /** Whether the protocol has no leader. */
    public boolean leaderless() {
        return ProtocolNames.leaderless(experiment.protocol());
    }

    /** Number of entries that the protocol ordered during the measurement (abcasts). */
    public double abcasts() {
        if (leaderless()) return each(Counter.DELIVERED);
        return zab() ? sum(Counter.PROPOSALS) : leader(Counter.DELIVERED);
    }

    /**
     * Proposals, acks and commits per abcast, as EL-Sanosi 2018, section 5.1.2, counts them: 3(N-1) in Zab without
     * batching.
     */
    public double messagesPerAbcast() {
        return ordering() / abcasts();
    }

    /**
     * Messages between members per abcast that do not order requests: forwarded requests, heartbeats, and messages of
     * linearizable reads.
     */
    public double otherMessagesPerAbcast() {
        if (!zab()) return Double.NaN;
        return (sum(Counter.MESSAGES_SENT) - ordering()) / abcasts();
    }

    /** Number of messages between members that OMAHA has saved, per abcast. */
    public double aggregatedPerAbcast() {
        return sum(Counter.MESSAGES_AGGREGATED) / abcasts();
    }

    /** Percentage of all messages between members that OMAHA has saved. */
    public double messagesSavedPercent() {
        return 100 * sum(Counter.MESSAGES_AGGREGATED) / sum(Counter.MESSAGES_SENT);
    }

    /** Number of network messages between members, per answered request. */
    public double networkMessagesPerOp() {
        double left = sum(Counter.MESSAGES_SENT) - sum(Counter.MESSAGES_AGGREGATED);
        return left / load.answered();
    }

    /**
     * Number of packets that crossed the host's loopback interface, per answered request; NaN if the operating system
     * does not count packets.
     */
    public double packetsPerOp() {
        return loopback.packets() / load.answered();
    }

    /** Number of bytes that crossed the host's loopback interface, per answered request. */
    public double bytesPerOp() {
        return loopback.bytes() / load.answered();
    }

    private double ordering() {
        return ordering(
                this::sum,
                Counter.MESSAGES_SENT,
                Counter.PROPOSALS_SENT,
                Counter.ACKS_SENT,
                Counter.COMMITS_SENT);
    }

    private double ordering(ToDoubleFunction<Counter> of, Counter all, Counter... kinds) {
        return zab() ? Arrays.stream(kinds).mapToDouble(of).sum() : of.applyAsDouble(all);
    }

    /** Number of messages that the leader received per abcast, of the kinds that {@link #messagesPerAbcast} counts. */
    public double leaderInPerAbcast() {
        if (leaderless()) return Double.NaN;
        double in =
                ordering(
                        this::leader,
                        Counter.MESSAGES_RECEIVED,
                        Counter.PROPOSALS_RECEIVED,
                        Counter.ACKS_RECEIVED,
                        Counter.COMMITS_RECEIVED);
        return in / abcasts();
    }

    /** Number of messages that the leader sent per abcast, of the kinds that {@link #messagesPerAbcast} counts. */
    public double leaderOutPerAbcast() {
        if (leaderless()) return Double.NaN;
        double out =
                ordering(
                        this::leader,
                        Counter.MESSAGES_SENT,
                        Counter.PROPOSALS_SENT,
                        Counter.ACKS_SENT,
                        Counter.COMMITS_SENT);
        return out / abcasts();
    }

    /** Whether the protocol of the run can switch between its own mode and the mode of plain Zab. */
    public boolean steered() {
        return series.stream().anyMatch(s -> Double.isFinite(s.steering().lambda()))
                || leader(Counter.SWITCHES) > 0;
    }

    /** Mean coin probability p of the followers while the protocol used the coin; NaN if no follower tossed a coin. */
    public double coinP() {
        return mean(s -> Boolean.FALSE.equals(s.zabMode()) ? s.p() : Double.NaN);
    }

    /**
     * Mean number of coin tosses per second and follower, one per new entry, as followers measured it; NaN if no
     * follower tossed a coin.
     */
    public double lambda() {
        return mean(SteeringFigures::lambda);
    }

    /**
     * Fraction of the measured seconds at whose end the leader acted as in plain Zab (Zab's mode); NaN if the protocol
     * cannot switch modes.
     */
    public double zabModeShare() {
        if (!zab()) return Double.NaN;
        return mean(SteeringFigures::zabModeAsNumber);
    }

    private double mean(ToDoubleFunction<SteeringFigures> figure) {
        return series.stream()
                .mapToDouble(s -> figure.applyAsDouble(s.steering()))
                .filter(Double::isFinite)
                .average()
                .orElse(Double.NaN);
    }

    /** Number of switches to Zab's mode and back during the measurement that the leader decided. */
    public long switches() {
        return (long) leader(Counter.SWITCHES);
    }

    /** Number of ack messages that the leader received, per entry that it committed. */
    public double acksPerCommit() {
        if (!zab()) return Double.NaN;
        return leader(Counter.ACKS_RECEIVED) / leader(Counter.DELIVERED);
    }

    /** CPU time of all servers per answered request, in us. */
    public double cpuMicrosPerOp() {
        return sum(Counter.CPU_NANOS) / 1000 / load.answered();
    }

    public double leaderCpuMicrosPerOp() {
        if (leaderless()) return Double.NaN;
        return leader(Counter.CPU_NANOS) / 1000 / load.answered();
    }

    /**
     * Mean CPU time of one follower per answered request, in us; if the protocol has no leader, the mean over all
     * servers.
     */
    public double followerCpuMicrosPerOp() {
        if (leaderless()) return each(Counter.CPU_NANOS) / 1000 / load.answered();
        if (after.size() == 1) return 0;
        double followers = sum(Counter.CPU_NANOS) - leader(Counter.CPU_NANOS);
        return followers / 1000 / load.answered() / (after.size() - 1);
    }

    /**
     * Syncs per second of the leader, or of one server if the protocol has no leader; NaN unless the durability is
     * fsync.
     */
    public double syncsPerSecond() {
        if (!experiment.durability().equals("fsync")) return Double.NaN;
        return (leaderless() ? each(Counter.SYNCS) : leader(Counter.SYNCS)) / seconds;
    }

    /**
     * Mean number of log records per sync at the leader, or at all servers if there is no leader; NaN unless the
     * durability is fsync.
     */
    public double recordsPerSync() {
        if (!experiment.durability().equals("fsync")) return Double.NaN;
        if (leaderless()) return sum(Counter.LOG_ENTRIES) / sum(Counter.SYNCS);
        return leader(Counter.LOG_ENTRIES) / leader(Counter.SYNCS);
    }

    /**
     * Fraction of its time, 0 to 1, that a server spent in garbage collection; the server with the largest fraction
     * counts.
     */
    public double gcShare() {
        long worst = 0;
        for (int i = 0; i < after.size(); i++)
            worst = Math.max(worst, after.get(i).since(before.get(i), Counter.GC_MILLIS));
        return worst / 1000.0 / seconds;
    }

    /** Number of elections that started during the measurement. */
    public long elections() {
        return (long) sum(Counter.ELECTIONS);
    }

    /** The server id of the leader; 0 if the protocol has no leader. */
    public int leader() {
        return after.get(0).leader();
    }

    private double sum(Counter counter) {
        double sum = 0;
        for (int i = 0; i < after.size(); i++) sum += after.get(i).since(before.get(i), counter);
        return sum;
    }

    private double each(Counter counter) {
        return sum(counter) / after.size();
    }

    private double leader(Counter counter) {
        for (int i = 0; i < after.size(); i++)
            if (after.get(i).id() == leader()) return after.get(i).since(before.get(i), counter);
        return 0;
    }
}
