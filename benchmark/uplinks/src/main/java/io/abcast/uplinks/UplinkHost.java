package io.abcast.uplinks;

import io.abcast.jgroups.FOREST;
import io.abcast.load.OpenSchedule;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import org.jgroups.JChannel;

/**
 * The program of one host: a member of the group, with an open loop of requests or multicasts inside. It writes {@code
 * ready} to its output file once the group is complete, then a line per second, and figures at the end.
 *
 * <p>The processes of a run exchange files in one directory. {@code go} holds the start in nanoseconds of the machine's
 * monotonic clock, which all processes of a machine share.
 */
final class UplinkHost {
    /** Name of the file with the stack of all hosts. Its variables are system properties of each host. */
    static final String STACK = "stack.xml";

    private static final long SECOND = 1_000_000_000;
    private static final long STEP_NANOS = 1_000_000;
    private static final long READY_NANOS = 60 * SECOND;

    private final HostPlan plan;
    private final Path directory;
    private final PrintStream out;

    private UplinkHost(HostPlan plan, Path directory) throws IOException {
        this.plan = plan;
        this.directory = directory;
        Path file = directory.resolve(HostPlan.output(plan.host()));
        out = new PrintStream(Files.newOutputStream(file), true, StandardCharsets.UTF_8);
    }

    /** @param arguments the directory of the run, then {@link HostPlan#arguments} */
    public static void main(String... arguments) throws Exception {
        List<String> all = List.of(arguments);
        new UplinkHost(HostPlan.of(all.subList(1, all.size())), Path.of(all.get(0))).run();
        System.exit(0);
    }

    private void run() throws Exception {
        try (JChannel channel = new JChannel(directory.resolve(STACK).toString())) {
            Traffic traffic =
                    plan.system().orders()
                            ? new OrderedTraffic(channel, plan)
                            : new MulticastTraffic(channel, plan);
            channel.name("host-" + plan.host());
            channel.connect("uplinks");
            awaitGroup(channel, traffic);
            out.println("ready");
            long start = awaitStart();
            traffic.measureFrom(start + plan.warmSeconds() * SECOND);
            FOREST forest = channel.getProtocolStack().findProtocol(FOREST.class);
            loop(start, traffic, forest);
        }
    }

    private void awaitGroup(JChannel channel, Traffic traffic) throws InterruptedException {
        long deadline = System.nanoTime() + READY_NANOS;
        while (channel.getView().size() < plan.hosts() || !traffic.isReady()) {
            if (System.nanoTime() - deadline > 0)
                throw new IllegalStateException(
                        "expected a group of "
                                + plan.hosts()
                                + " members, got "
                                + channel.getView());
            Thread.sleep(20);
        }
    }

    private long awaitStart() throws IOException, InterruptedException {
        Path go = directory.resolve("go");
        while (!Files.exists(go)) Thread.sleep(20);
        return Long.parseLong(Files.readString(go).strip());
    }

    private void loop(long start, Traffic traffic, FOREST forest) {
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
                if (forest != null) out.println(line(forest));
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

    private static String line(FOREST f) {
        return String.format(
                Locale.ROOT,
                "forest %d %d %d %d %d %d %d %d",
                f.getPlansMade(),
                f.getBytesDirect(),
                f.getBytesToRelays(),
                f.getBytesRelayed(),
                f.getBytesResent(),
                f.getBytesFetched(),
                f.getRateOffered(),
                f.getUplinkEstimate());
    }
}
