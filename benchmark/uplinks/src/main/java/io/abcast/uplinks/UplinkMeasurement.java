package io.abcast.uplinks;

import io.abcast.lab.LinkBytes;
import java.util.ArrayList;
import java.util.List;

/**
 * The figures of one run, over the measured time of the run.
 *
 * @param offeredBits total load that all hosts offer, in bit/s of payload.
 * @param plannedBits total rate that FOREST's plan for the offered load admits, in bit/s of payload; with a
 *     disturbance, for the state of the hosts after it.
 * @param committedBits rate of committed requests, or of multicasts that all remaining members have delivered, in bit/s
 *     of payload.
 * @param lastBits the rate of {@code committedBits} over the last third of the measured time.
 * @param perSecond the rate of {@code committedBits} in each second of the measured time.
 * @param recoverySeconds time from the disturbance until the committed rate has reached 0.9 of the plan's rate for
 *     three seconds; infinite if never, NaN without a disturbance.
 * @param latenciesMicros mean, median and 99th percentile of the message latencies in us, each as a mean over the
 *     hosts.
 * @param skipped number of messages that hosts did not send, because too many messages were in flight at their due
 *     time.
 * @param failed number of failed requests, or of multicasts that were delivered out of order.
 * @param forest sums of the counters of FOREST over all hosts, in the order of {@link HostLog}.
 * @param plansInTenSeconds greatest number of plans that FOREST made in any ten consecutive seconds.
 * @param rateError greatest relative error, over the hosts, of the mean rate that FOREST measured for a host's own
 *     messages (from 5 s after a disturbance); NaN if unknown.
 * @param links numbers of bytes on the cables of the hosts during the measured time.
 * @param cpuSeconds processor time of each host in seconds.
 */
record UplinkMeasurement(
        double offeredBits,
        double plannedBits,
        double committedBits,
        double lastBits,
        List<Double> perSecond,
        double recoverySeconds,
        double[] latenciesMicros,
        long skipped,
        long failed,
        long[] forest,
        long plansInTenSeconds,
        double rateError,
        LinkBytes links,
        double[] cpuSeconds) {
    private static final double REACHED = 0.9;
    private static final int IN_A_ROW = 3;
    private static final int SETTLED = 5;

    private static final int PLAN_SECONDS = 10;

    static UplinkMeasurement of(
            ForestContest contest,
            ForestContest.Turn turn,
            List<HostLog> logs,
            List<Integer> alive,
            double offeredBits,
            double plannedBits,
            int event,
            LinkBytes links,
            double[] cpuSeconds) {
        int first = contest.warmSeconds();
        List<Double> perSecond = new ArrayList<>();
        for (int s = first; s < first + contest.seconds(); s++)
            perSecond.add(
                    (finished(turn.system(), logs, alive, s)
                                    - finished(turn.system(), logs, alive, s - 1))
                            * 8.0
                            * contest.payloadBytes());
        int third = Math.max(1, contest.seconds() / 3);
        double[] latencies = new double[3];
        long skipped = 0;
        long failed = 0;
        int last = first + contest.seconds() - 1;
        long[] forest = new long[HostLog.FETCHED + 1];
        for (HostLog log : logs)
            for (int i = 0; i < forest.length; i++)
                forest[i] += log.forestAt(last, i) - log.forestAt(first - 1, i);
        for (int host : alive) {
            HostLog log = logs.get(host);
            for (int i = 0; i < latencies.length; i++)
                if (log.latencies().length > i)
                    latencies[i] += log.latencies()[i] / (double) alive.size();
            skipped += log.at(last, HostLog.SKIPPED) - log.at(first - 1, HostLog.SKIPPED);
            failed += log.at(last, HostLog.FAILED) - log.at(first - 1, HostLog.FAILED);
        }
        return new UplinkMeasurement(
                offeredBits,
                plannedBits,
                mean(perSecond, 0, perSecond.size()),
                mean(perSecond, perSecond.size() - third, perSecond.size()),
                perSecond,
                recovery(perSecond, event, plannedBits),
                latencies,
                skipped,
                failed,
                forest,
                plansInTenSeconds(logs, first, last),
                rateError(contest, logs, alive, event < 0 ? first : first + event + SETTLED, last),
                links,
                cpuSeconds);
    }

    private static long plansInTenSeconds(List<HostLog> logs, int first, int last) {
        long most = 0;
        for (int end = first; end <= last; end++) {
            int before = Math.max(first - 1, end - PLAN_SECONDS);
            long plans = 0;
            for (HostLog log : logs)
                plans += log.forestAt(end, HostLog.PLANS) - log.forestAt(before, HostLog.PLANS);
            most = Math.max(most, plans);
        }
        return most;
    }

    private static double rateError(
            ForestContest contest, List<HostLog> logs, List<Integer> alive, int first, int last) {
        double greatest = Double.NaN;
        for (int host : alive) {
            HostLog log = logs.get(host);
            double sent = sent(log, last) - (double) sent(log, first);
            if (log.forest().isEmpty() || first >= last || sent == 0) continue;
            double sentBits = sent * Byte.SIZE * contest.payloadBytes() / (last - first);
            double measured = 0;
            for (int s = first + 1; s <= last; s++)
                measured += log.forestAt(s, HostLog.RATE_OFFERED) / (double) (last - first);
            double error = Math.abs(measured / sentBits - 1);
            greatest = Double.isNaN(greatest) ? error : Math.max(greatest, error);
        }
        return greatest;
    }

    private static long sent(HostLog log, int second) {
        return log.at(second, HostLog.OFFERED) - log.at(second, HostLog.SKIPPED);
    }

    private static long finished(
            UplinkSystem system, List<HostLog> logs, List<Integer> alive, int second) {
        long sum = 0;
        if (system.orders()) {
            for (HostLog log : logs) sum += log.at(second, HostLog.COMMITTED);
            return sum;
        }
        for (int sender = 0; sender < logs.size(); sender++) {
            long least = Long.MAX_VALUE;
            for (int host : alive)
                least = Math.min(least, logs.get(host).at(second, HostLog.DELIVERED + sender));
            sum += least;
        }
        return sum;
    }

    private static double mean(List<Double> of, int from, int to) {
        return of.subList(from, to).stream().mapToDouble(Double::doubleValue).average().orElse(0);
    }

    static double recovery(List<Double> perSecond, int event, double plannedBits) {
        if (event < 0) return Double.NaN;
        int row = 0;
        for (int s = event; s < perSecond.size(); s++) {
            row = perSecond.get(s) >= REACHED * plannedBits ? row + 1 : 0;
            if (row == IN_A_ROW) return s - IN_A_ROW + 1 - event;
        }
        return Double.POSITIVE_INFINITY;
    }
}
