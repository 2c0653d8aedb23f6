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
 * Figures that one run measured, warm-up excluded.
 *
 * @param run number of the run, from 1.
 * @param warmupSeconds length of the warm-up.
 * @param warmupSteady whether the rate was steady and the JIT compilers were idle at the end of the warm-up.
 * @param seconds length of the measurement.
 * @param load figures that the clients measured.
 * @param before the servers' figures at the start of the measurement, without a killed server.
 * @param after the servers' figures at the end of the measurement, without a killed server.
 * @param series figures of each second.
 * @param loopback bytes and packets of clients and members that crossed the host's loopback.
 * @param agreed whether all running servers had the same state at the end.
 * @param kill the server that was killed; {@code null} if none was
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

    /** Reason why the run does not show the servers' performance; {@code null} if the run is valid. */
    public String failure() {
        if (load.answered() > 0) return null;
        String errors = load.errorText();
        return errors.isEmpty() ? "no request was answered" : "every request failed: " + errors;
    }

    /** Abdeliveries per second of all servers together, as EL-Sanosi 2018, section 5.1.1, counts them. */
    public double abdeliveriesPerSecond() {
        return sum(Counter.DELIVERED) / seconds;
    }

    /** Abdelivery latencies t1 - t0 at the servers that received the requests. */
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

    /** Whether the protocol has no leader. For such a protocol, the figures of a leader are NaN. */
    public boolean leaderless() {
        return ProtocolNames.leaderless(experiment.protocol());
    }

    /**
     * Number of entries proposed during the measurement. A protocol outside the Zab family does not count proposals.
     * For such a protocol, this figure is the number of entries that the leader delivered. For a protocol without a
     * leader, it is the mean number of entries that a server delivered.
     */
    public double abcasts() {
        if (leaderless()) return each(Counter.DELIVERED);
        return zab() ? sum(Counter.PROPOSALS) : leader(Counter.DELIVERED);
    }

    /**
     * Proposals, acks and commits per abcast, as EL-Sanosi 2018, section 5.1.2, counts them: 3(N-1) in Zab without
     * batching. Protocols outside the Zab family do not count messages by kind, so all their messages count.
     */
    public double messagesPerAbcast() {
        return ordering() / abcasts();
    }

    /**
     * Other messages between members, per abcast: requests that followers forward to the leader, heartbeats, and
     * messages of linearizable reads.
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

    /**
     * Number of network messages between members, per answered request. Messages that OMAHA sends together count once.
     */
    public double networkMessagesPerOp() {
        double left = sum(Counter.MESSAGES_SENT) - sum(Counter.MESSAGES_AGGREGATED);
        return left / load.answered();
    }

    /** Packets that crossed the loopback, per answered request; NaN if the operating system does not count them. */
    public double packetsPerOp() {
        return loopback.packets() / load.answered();
    }

    /** Bytes that crossed the loopback, per answered request. */
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

    /**
     * Number of messages that order requests: proposals, acks and commits in the Zab family, all messages in other
     * protocols.
     */
    private double ordering(ToDoubleFunction<Counter> of, Counter all, Counter... kinds) {
        return zab() ? Arrays.stream(kinds).mapToDouble(of).sum() : of.applyAsDouble(all);
    }

    /** Part of {@link #messagesPerAbcast} that the leader received. */
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

    /** Part of {@link #messagesPerAbcast} that the leader sent. */
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

    /** Whether the protocol can switch between its own mode and Zab's mode. */
    public boolean steered() {
        return series.stream().anyMatch(s -> Double.isFinite(s.steering().lambda()))
                || leader(Counter.SWITCHES) > 0;
    }

    /**
     * Mean coin probability of the followers while the protocol was in its own mode; NaN if no follower tossed a coin.
     */
    public double coinP() {
        return mean(s -> Boolean.FALSE.equals(s.zabMode()) ? s.p() : Double.NaN);
    }

    /** Coin tosses for new entries per second, as measured by the followers; NaN if no follower tossed a coin. */
    public double lambda() {
        return mean(SteeringFigures::lambda);
    }

    /** Share of seconds that ended with the leader in Zab's mode; NaN if the protocol cannot switch modes. */
    public double zabModeShare() {
        if (!zab()) return Double.NaN;
        return mean(SteeringFigures::zabModeAsNumber);
    }

    /** Mean of a figure over those seconds that have the figure; NaN if no second has the figure. */
    private double mean(ToDoubleFunction<SteeringFigures> figure) {
        return series.stream()
                .mapToDouble(s -> figure.applyAsDouble(s.steering()))
                .filter(Double::isFinite)
                .average()
                .orElse(Double.NaN);
    }

    /** Number of changes to Zab's mode and back that the leader decided. */
    public long switches() {
        return (long) leader(Counter.SWITCHES);
    }

    /** Ack messages that the leader received, per entry that it committed. */
    public double acksPerCommit() {
        if (!zab()) return Double.NaN;
        return leader(Counter.ACKS_RECEIVED) / leader(Counter.DELIVERED);
    }

    /** CPU time of all servers per answered request. */
    public double cpuMicrosPerOp() {
        return sum(Counter.CPU_NANOS) / 1000 / load.answered();
    }

    public double leaderCpuMicrosPerOp() {
        if (leaderless()) return Double.NaN;
        return leader(Counter.CPU_NANOS) / 1000 / load.answered();
    }

    /** Mean CPU time of one follower per answered request; without a leader, of one server. */
    public double followerCpuMicrosPerOp() {
        if (leaderless()) return each(Counter.CPU_NANOS) / 1000 / load.answered();
        if (after.size() == 1) return 0;
        double followers = sum(Counter.CPU_NANOS) - leader(Counter.CPU_NANOS);
        return followers / 1000 / load.answered() / (after.size() - 1);
    }

    /** Number of the leader's syncs per second, or without a leader, of one server; NaN unless the durability is fsync. */
    public double syncsPerSecond() {
        if (!experiment.durability().equals("fsync")) return Double.NaN;
        return (leaderless() ? each(Counter.SYNCS) : leader(Counter.SYNCS)) / seconds;
    }

    /** Mean number of log records per sync of the leader, or of all servers; NaN unless the durability is fsync. */
    public double recordsPerSync() {
        if (!experiment.durability().equals("fsync")) return Double.NaN;
        if (leaderless()) return sum(Counter.LOG_ENTRIES) / sum(Counter.SYNCS);
        return leader(Counter.LOG_ENTRIES) / leader(Counter.SYNCS);
    }

    /** Share of time spent in garbage collection, for the server with the largest share. */
    public double gcShare() {
        long worst = 0;
        for (int i = 0; i < after.size(); i++)
            worst = Math.max(worst, after.get(i).since(before.get(i), Counter.GC_MILLIS));
        return worst / 1000.0 / seconds;
    }

    /**
     * Number of elections that started during the measurement. The figures describe one leader only if there was no
     * election.
     */
    public long elections() {
        return (long) sum(Counter.ELECTIONS);
    }

    /** The server id of the leader; 0 without a leader. */
    public int leader() {
        return after.get(0).leader();
    }

    private double sum(Counter counter) {
        double sum = 0;
        for (int i = 0; i < after.size(); i++) sum += after.get(i).since(before.get(i), counter);
        return sum;
    }

    /** Mean of a counter over the servers. */
    private double each(Counter counter) {
        return sum(counter) / after.size();
    }

    private double leader(Counter counter) {
        for (int i = 0; i < after.size(); i++)
            if (after.get(i).id() == leader()) return after.get(i).since(before.get(i), counter);
        return 0;
    }
}
