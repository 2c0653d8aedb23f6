package io.abcast.benchmark.bench;

import io.abcast.command.figures.Histograms;
import io.abcast.command.figures.LoopbackCounters;
import io.abcast.load.Experiment;
import io.abcast.load.LoadFigures;
import io.abcast.load.Second;
import io.abcast.load.SteeringFigures;
import io.abcast.ordering.Ordering;
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
 * @param seconds length of the measurement.
 * @param load figures that the clients measured.
 * @param before the servers' figures at the start of the measurement.
 * @param after the servers' figures at the end of the measurement.
 * @param series figures of each second.
 * @param loopback bytes and packets of clients and members that crossed the host's loopback.
 * @param agreed whether all servers had the same state at the end.
 */
public record RunResult(
        Experiment experiment,
        int run,
        double seconds,
        LoadFigures load,
        List<MemberFigures> before,
        List<MemberFigures> after,
        List<Second> series,
        LoopbackCounters loopback,
        boolean agreed) {

    public double throughput() {
        return load.answered() / seconds;
    }

    public double writesPerSecond() {
        return load.writes() / seconds;
    }

    /** Reason why the run does not show the servers' performance; {@code null} if it does. */
    public String failure() {
        if (load.answered() > 0) return null;
        String errors = load.errorText();
        return errors.isEmpty() ? "no request was answered" : "every request failed: " + errors;
    }

    /** Abdeliveries per second of all servers together, as EL-Sanosi 2018, section 5.1.1, counts them. */
    public double abdeliveriesPerSecond() {
        return sum(Counter.DELIVERED) / seconds;
    }

    /** t1 - t0 at the servers that received the requests. */
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
        return !Ordering.names().contains(experiment.protocol());
    }

    /** Entries proposed during the measurement. For an order by consensus: entries that the leader delivered. */
    public double abcasts() {
        return zab() ? sum(Counter.PROPOSALS) : leader(Counter.DELIVERED);
    }

    /**
     * Proposals, acks and commits per abcast, as EL-Sanosi 2018, section 5.1.2, counts: 3(N-1) in Zab without batching.
     * An order by consensus does not count by kind, so all its messages count.
     */
    public double messagesPerAbcast() {
        return ordering() / abcasts();
    }

    /**
     * All other messages between members per abcast: requests that followers forward to the leader, heartbeats, and
     * messages of linearizable reads.
     */
    public double otherMessagesPerAbcast() {
        if (!zab()) return Double.NaN;
        return (sum(Counter.MESSAGES_SENT) - ordering()) / abcasts();
    }

    /** Messages between members that OMAHA has saved, per abcast. */
    public double aggregatedPerAbcast() {
        return sum(Counter.MESSAGES_AGGREGATED) / abcasts();
    }

    /** Percentage of all messages between members that OMAHA has saved. */
    public double messagesSavedPercent() {
        return 100 * sum(Counter.MESSAGES_AGGREGATED) / sum(Counter.MESSAGES_SENT);
    }

    /**
     * Messages between members that were sent on the network, per answered request. Messages that OMAHA sends together
     * count once.
     */
    public double networkMessagesPerOp() {
        double left = sum(Counter.MESSAGES_SENT) - sum(Counter.MESSAGES_AGGREGATED);
        return left / load.answered();
    }

    /** Packets that crossed the loopback per answered request; NaN: the operating system does not count them. */
    public double packetsPerOp() {
        return loopback.packets() / load.answered();
    }

    /** Bytes that crossed the loopback per answered request. */
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

    /** Zab family: sum of the kinds that order requests. Other protocols: all messages. */
    private double ordering(ToDoubleFunction<Counter> of, Counter all, Counter... kinds) {
        return zab() ? Arrays.stream(kinds).mapToDouble(of).sum() : of.applyAsDouble(all);
    }

    /** Part of {@link #messagesPerAbcast} that the leader received. */
    public double leaderInPerAbcast() {
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
        double out =
                ordering(
                        this::leader,
                        Counter.MESSAGES_SENT,
                        Counter.PROPOSALS_SENT,
                        Counter.ACKS_SENT,
                        Counter.COMMITS_SENT);
        return out / abcasts();
    }

    /** Whether the protocol can run both in a mode of its own and in Zab's mode. */
    public boolean steered() {
        return series.stream().anyMatch(s -> Double.isFinite(s.steering().lambda()))
                || leader(Counter.SWITCHES) > 0;
    }

    /**
     * Mean coin probability of the followers while the protocol was in its own mode; NaN: no follower tossed a coin.
     */
    public double coinP() {
        return mean(s -> Boolean.FALSE.equals(s.zabMode()) ? s.p() : Double.NaN);
    }

    /** Tosses per second for new entries, as the followers measured them; NaN: no follower tossed a coin. */
    public double lambda() {
        return mean(SteeringFigures::lambda);
    }

    /** Share of the seconds at whose end the leader was in Zab's mode; NaN: the protocol has no such mode. */
    public double zabModeShare() {
        if (!zab()) return Double.NaN;
        return mean(SteeringFigures::zabModeAsNumber);
    }

    /** Mean over the seconds that have the figure; NaN if no second has it. */
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
        return leader(Counter.CPU_NANOS) / 1000 / load.answered();
    }

    /** Mean CPU time of one follower per answered request. */
    public double followerCpuMicrosPerOp() {
        if (after.size() == 1) return 0;
        double followers = sum(Counter.CPU_NANOS) - leader(Counter.CPU_NANOS);
        return followers / 1000 / load.answered() / (after.size() - 1);
    }

    /** Syncs per second of the leader; NaN unless the durability is fsync. */
    public double syncsPerSecond() {
        if (!experiment.durability().equals("fsync")) return Double.NaN;
        return leader(Counter.SYNCS) / seconds;
    }

    /** Log records per sync of the leader; NaN unless the durability is fsync. */
    public double recordsPerSync() {
        if (!experiment.durability().equals("fsync")) return Double.NaN;
        return leader(Counter.LOG_ENTRIES) / leader(Counter.SYNCS);
    }

    /** Largest share of the time that a server spent in garbage collection. */
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
