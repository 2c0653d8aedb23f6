package io.abcast.load.hosts;

import io.abcast.load.OpenSchedule;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * The program of one host of {@code compare-forest}: a member of a group, with an open loop of requests or multicasts.
 * The program writes to its output file: {@code ready} when all members have joined the group, a line per second, and
 * at the end the figures.
 *
 * <p>The file {@link #GO} holds the start time in ns of the machine's monotonic clock, which all processes of a machine
 * share.
 */
public final class HostProgram {
    /** Name of the file with the JGroups stack that all hosts use. */
    public static final String STACK = "stack.xml";

    /** Name of the file that holds the start time of the load. */
    public static final String GO = "go";

    private static final long SECOND = 1_000_000_000;
    private static final long STEP_NANOS = 1_000_000;
    private static final long READY_NANOS = 60 * SECOND;

    private final HostPlan plan;
    private final Path directory;
    private final PrintStream out;

    private HostProgram(HostPlan plan, Path directory) throws IOException {
        this.plan = plan;
        this.directory = directory;
        Path file = directory.resolve(HostPlan.output(plan.host()));
        out = new PrintStream(Files.newOutputStream(file), true, StandardCharsets.UTF_8);
    }

    /**
     * @param arguments the directory of the run, the name of a class of {@link TrafficSource}, then
     *     {@link HostPlan#arguments}
     */
    public static void main(String... arguments) throws Exception {
        List<String> all = List.of(arguments);
        TrafficSource source = TrafficSource.of(all.get(1));
        new HostProgram(HostPlan.of(all.subList(2, all.size())), Path.of(all.get(0))).run(source);
        System.exit(0);
    }

    private void run(TrafficSource source) throws Exception {
        try (Traffic traffic = source.join(plan, directory.resolve(STACK))) {
            awaitGroup(traffic);
            out.println("ready");
            long start = awaitStart();
            traffic.measureFrom(start + plan.warmSeconds() * SECOND);
            loop(start, traffic);
        }
    }

    private void awaitGroup(Traffic traffic) throws InterruptedException {
        long deadline = System.nanoTime() + READY_NANOS;
        while (!traffic.isReady()) {
            if (System.nanoTime() - deadline > 0)
                throw new IllegalStateException(
                        "expected a group of " + plan.hosts() + " members, got " + traffic.state());
            Thread.sleep(20);
        }
    }

    private long awaitStart() throws IOException, InterruptedException {
        Path go = directory.resolve(GO);
        while (!Files.exists(go)) Thread.sleep(20);
        return Long.parseLong(Files.readString(go).strip());
    }

    private void loop(long start, Traffic traffic) {
        OpenSchedule schedule =
                plan.schedule().open()
                        ? new OpenSchedule(
                                start, plan.schedule(), plan.host() / (double) plan.hosts())
                        : null;
        for (int second = 0; second < plan.warmSeconds() + plan.seconds(); ) {
            long now = System.nanoTime();
            if (schedule != null) offer(traffic, schedule, now);
            if (now - start >= (second + 1) * SECOND) {
                out.println("second " + second++ + " " + traffic.line());
                String figures = traffic.figures();
                if (!figures.isEmpty()) out.println(figures);
            }
            LockSupport.parkNanos(STEP_NANOS);
        }
        out.println("latency " + traffic.latencies());
        out.println("end");
    }

    private static void offer(Traffic traffic, OpenSchedule schedule, long now) {
        for (int due; (due = schedule.take(now, Integer.MAX_VALUE)) > 0; )
            for (int i = 0; i < due; i++)
                traffic.offer((long) (schedule.dueNanos() + i * schedule.gapNanos()));
    }
}
