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
 * What one run measured, warm-up excluded.
 *
 * @param run number of the run, from 1
 * @param seconds length of the measurement
 * @param load as the clients saw it
 * @param before the servers' figures at the start of the measurement
 * @param after and at its end
 * @param series second by second
 * @param loopback what crossed the loopback of the host, of clients and members
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
        LoopbackCounters loopback,
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

    /** Entries proposed during the measurement; of an order by consensus those that the leader delivered. */
    public double abcasts() {
        return zab() ? sum(Counter.PROPOSALS) : leader(Counter.DELIVERED);
    }

    /**
     * Proposals, acks and commits, as EL-Sanosi 2018, section 5.1.2, counts: 3(N-1) in Zab without batching. An order by consensus does
     * not tell kinds apart: all its messages.
     */
    public double messagesPerAbcast() {
        return ordering() / abcasts();
    }

    /**
     * All other messages between members: the followers' requests on their way to the leader, signs of life,
     * and what linearizable reads take.
     */
    public double otherMessagesPerAbcast() {
        if (!zab()) return Double.NaN;
        return (sum(Counter.MESSAGES_SENT) - ordering()) / abcasts();
    }

    /** Messages that OMAHA has saved, of all between members. */
    public double aggregatedPerAbcast() {
        return sum(Counter.MESSAGES_AGGREGATED) / abcasts();
    }

    /** Of all messages between members the share that OMAHA has saved, in percent. */
    public double messagesSavedPercent() {
        return 100 * sum(Counter.MESSAGES_AGGREGATED) / sum(Counter.MESSAGES_SENT);
    }

    /** All messages between members that have left, per request answered: those that OMAHA sends together are one. */
    public double networkMessagesPerOp() {
        double left = sum(Counter.MESSAGES_SENT) - sum(Counter.MESSAGES_AGGREGATED);
        return left / load.answered();
    }

    /** Packets that crossed the loopback per request answered; NaN where the system does not tell. */
    public double packetsPerOp() {
        return loopback.packets() / load.answered();
    }

    /** Their bytes. */
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

    /** Of the Zab family what orders, kind by kind; of the others all. */
    private double ordering(ToDoubleFunction<Counter> of, Counter all, Counter... kinds) {
        return zab() ? Arrays.stream(kinds).mapToDouble(of).sum() : of.applyAsDouble(all);
    }

    /** Of the messages of {@link #messagesPerAbcast} those that the leader received. */
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

    /** Of the messages of {@link #messagesPerAbcast} those that the leader sent. */
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

    /** Whether the protocol can run in a mode of its own and as Zab does. */
    public boolean steered() {
        return series.stream().anyMatch(s -> Double.isFinite(s.steering().lambda()))
                || leader(Counter.SWITCHES) > 0;
    }

    /** What the followers tossed with while the protocol was in its own mode; NaN if none did. */
    public double coinP() {
        return mean(s -> Boolean.FALSE.equals(s.zabMode()) ? s.p() : Double.NaN);
    }

    /** Tosses per second for something new, as the followers measured it; NaN if none did. */
    public double lambda() {
        return mean(SteeringFigures::lambda);
    }

    /** Share of the seconds at whose end the leader was in Zab's mode; NaN of a protocol that knows no such mode. */
    public double zabModeShare() {
        if (!zab()) return Double.NaN;
        return mean(SteeringFigures::zabModeAsNumber);
    }

    /** Over the seconds that have the figure; NaN if none has. */
    private double mean(ToDoubleFunction<SteeringFigures> figure) {
        return series.stream()
                .mapToDouble(s -> figure.applyAsDouble(s.steering()))
                .filter(Double::isFinite)
                .average()
                .orElse(Double.NaN);
    }

    /** Changes to Zab's mode or back, as the leader decided them. */
    public long switches() {
        return (long) leader(Counter.SWITCHES);
    }

    /** Ack messages that the leader received per entry that it committed. */
    public double acksPerCommit() {
        if (!zab()) return Double.NaN;
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
