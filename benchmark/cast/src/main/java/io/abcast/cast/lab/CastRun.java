package io.abcast.cast.lab;

import io.abcast.lab.CannotException;
import io.abcast.lab.Lab;
import io.abcast.lab.LinkBytes;
import io.abcast.lab.ProcessTimes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;

/**
 * One run of one compared system, from the creation of the lab (emulated network) to its removal; used by one thread.
 */
final class CastRun {
    private static final long POLL_MILLIS = 10;
    private static final long SECOND_NANOS = 1_000_000_000;

    /** The machine counts as idle while its processors are busy for at most this fraction of the time. */
    private static final double IDLE = 0.15;

    private static final long SETTLE_MILLIS = 500;
    private static final long SETTLE_NANOS = 30 * SECOND_NANOS;

    interface Listener {
        void phase(String what);

        void second(CastMeasurement.Point point, int complete, int receivers);
    }

    private final CastPlan plan;
    private final CastPlan.Turn turn;
    private final TestFile file;
    private final ExecutorService digests;
    private final Listener listener;
    private final List<Integer> receivers;

    /**
     * By receiver: time in seconds since the start of the transfer at which the SHA-256 of its file was found correct.
     */
    private final Map<Integer, Future<Double>> verified = new HashMap<>();

    private final Map<Integer, Double> complete = new HashMap<>();
    private final List<CastMeasurement.Point> series = new ArrayList<>();
    private long startNanos;

    CastRun(
            CastPlan plan,
            CastPlan.Turn turn,
            TestFile file,
            ExecutorService digests,
            Listener listener) {
        this.plan = plan;
        this.turn = turn;
        this.file = file;
        this.digests = digests;
        this.listener = listener;
        receivers = turn.disturbance().receivers(plan.hosts());
    }

    /**
     * @param directory directory in memory for the files of the hosts
     * @throws IOException if the compared system failed; the message has the output of the system
     * @throws CannotException if this machine cannot produce the disturbance of the run
     */
    CastMeasurement run(CastContestant contestant, Lab lab, Path directory)
            throws IOException, CannotException, InterruptedException {
        LabDisturbance disturbance = turn.disturbance();
        List<Integer> early = new ArrayList<>();
        for (int host = 0; host < plan.hosts(); host++)
            if (disturbance != LabDisturbance.LATE
                    || !disturbance.victims(plan.hosts()).contains(host)) early.add(host);
        CastSite site = new CastSite(lab, directory, file.path(), early, plan.bitsPerSecond());
        site.makeDirectories();
        disturbLinks(lab, disturbance);
        CastSession session = contestant.open(site);
        listener.phase("getting ready");
        session.prepare();
        settle();
        LinkBytes before = lab.bytes();
        long[] machineBefore = ProcessTimes.machine();
        startNanos = System.nanoTime();
        session.go();
        follow(session, site);
        long[] machine = ProcessTimes.machine();
        double cpu = 0;
        for (int host = 0; host < plan.hosts(); host++) cpu += lab.cpuSeconds(host);
        LinkBytes bytes = lab.bytes().since(before);
        return measurement(bytes, cpu, ProcessTimes.busy(machineBefore, machine));
    }

    /**
     * Waits some seconds at most until the machine is idle, so that starting programs do not disturb the measurement.
     */
    private static void settle() throws IOException, InterruptedException {
        long deadline = System.nanoTime() + SETTLE_NANOS;
        double busy = 1;
        while (busy > IDLE && System.nanoTime() - deadline < 0) {
            long[] before = ProcessTimes.machine();
            Thread.sleep(SETTLE_MILLIS);
            busy = ProcessTimes.busy(before, ProcessTimes.machine());
        }
    }

    private void disturbLinks(Lab lab, LabDisturbance disturbance)
            throws IOException, CannotException {
        if (disturbance == LabDisturbance.SLOW_HOST)
            for (int host : disturbance.victims(plan.hosts())) {
                long rate = plan.bitsPerSecond() / LabDisturbance.SLOWER;
                lab.rate(host, rate, rate);
            }
        if (disturbance == LabDisturbance.LOSS)
            for (int host = 0; host < plan.hosts(); host++)
                lab.loss(host, LabDisturbance.LOST_SHARE);
    }

    private void follow(CastSession session, CastSite site)
            throws IOException, InterruptedException {
        LabDisturbance disturbance = turn.disturbance();
        double eventAt = disturbance.atSeconds(plan.transferSeconds());
        boolean eventDue = eventAt > 0;
        double limit = plan.limitSeconds(disturbance);
        while (true) {
            double now = seconds();
            if (eventDue && now >= eventAt) {
                eventDue = false;
                event(session, site, disturbance);
            }
            session.tick();
            for (int host : receivers)
                if (!complete.containsKey(host) && session.complete(host)) {
                    complete.put(host, seconds());
                    verified.put(host, digests.submit(() -> verify(host, site.file(host))));
                }
            if (complete.size() == receivers.size() && allVerified()) {
                sample(site);
                return;
            }
            if (now > limit) throw new IOException(tooLate(now));
            if (series.isEmpty() || now >= series.get(series.size() - 1).seconds() + 1) {
                CastMeasurement.Point point = sample(site);
                listener.second(point, complete.size(), receivers.size());
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    private void event(CastSession session, CastSite site, LabDisturbance disturbance)
            throws IOException {
        for (int host : disturbance.victims(plan.hosts())) {
            if (disturbance == LabDisturbance.LATE) {
                session.join(host);
            } else {
                site.lab().kill(host);
                session.lost(host);
            }
        }
    }

    private double seconds() {
        return (System.nanoTime() - startNanos) / (double) SECOND_NANOS;
    }

    private double verify(int host, Path copy) throws IOException {
        if (!Files.exists(copy))
            throw new IOException(
                    "host " + host + " is reported to have the file, but the file does not exist");
        if (!file.sameAs(copy))
            throw new IOException(
                    "host " + host + " is reported to have the file, but its SHA-256 differs");
        return seconds();
    }

    private boolean allVerified() throws IOException, InterruptedException {
        for (Future<Double> each : verified.values()) {
            if (!each.isDone()) return false;
            result(each);
        }
        return true;
    }

    private static double result(Future<Double> of) throws IOException, InterruptedException {
        try {
            return of.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException io) throw io;
            throw new UncheckedIOException(new IOException(e.getCause()));
        }
    }

    private String tooLate(double now) {
        List<Integer> missing =
                receivers.stream().filter(host -> !complete.containsKey(host)).toList();
        return String.format(
                Locale.ROOT,
                "after %.0f s, %.1f times the ideal, %d of %d hosts have the file; hosts without it: %s",
                now,
                now / plan.idealSeconds(turn.disturbance()),
                complete.size(),
                receivers.size(),
                missing);
    }

    private CastMeasurement.Point sample(CastSite site) throws IOException {
        LinkBytes bytes = site.lab().bytes();
        CastMeasurement.Point point =
                new CastMeasurement.Point(
                        seconds(), received(bytes) / ((double) file.bytes() * receivers.size()));
        series.add(point);
        return point;
    }

    private long received(LinkBytes bytes) {
        return receivers.stream().mapToLong(host -> bytes.received()[host]).sum();
    }

    private CastMeasurement measurement(LinkBytes bytes, double cpu, double busy)
            throws IOException, InterruptedException {
        List<Double> verifiedSeconds = new ArrayList<>();
        List<Double> completeSeconds = new ArrayList<>();
        for (int host : receivers) {
            verifiedSeconds.add(result(verified.get(host)));
            completeSeconds.add(complete.get(host));
        }
        long sent = 0;
        for (long each : bytes.sent()) sent += each;
        return new CastMeasurement(
                verifiedSeconds,
                completeSeconds,
                received(bytes),
                bytes.sent()[0],
                sent,
                cpu,
                busy,
                plan.hosts(),
                List.copyOf(series));
    }
}
