package io.abcast.uplinks;

import io.abcast.jgroups.FOREST;
import java.io.ByteArrayInputStream;
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
 * monotonic clock, which all processes of a machine share. {@code rate-N} holds the rate of host N in bit/s.
 */
final class UplinkHost {
    private static final long SECOND = 1_000_000_000;
    private static final long STEP_NANOS = 1_000_000;
    private static final long POLL_NANOS = 100_000_000;
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

    /** @param arguments the system, the number of the host, the addresses, the payload in bytes, and the directory */
    public static void main(String... arguments) throws Exception {
        HostPlan plan =
                new HostPlan(
                        UplinkSystem.of(arguments[0]),
                        Integer.parseInt(arguments[1]),
                        List.of(arguments[2].split(",", -1)),
                        Integer.parseInt(arguments[3]));
        new UplinkHost(plan, Path.of(arguments[4])).run();
        System.exit(0);
    }

    private void run() throws Exception {
        String stack = plan.system().stack(plan.host(), plan.addresses(), HostPlan.PORT);
        byte[] xml = stack.getBytes(StandardCharsets.UTF_8);
        try (JChannel channel = new JChannel(new ByteArrayInputStream(xml))) {
            Traffic traffic =
                    plan.system().orders()
                            ? new OrderedTraffic(channel, plan)
                            : new MulticastTraffic(channel, plan);
            channel.name("host-" + plan.host());
            channel.connect("uplinks");
            awaitGroup(channel, traffic);
            out.println("ready");
            long start = awaitStart();
            FOREST forest = channel.getProtocolStack().findProtocol(FOREST.class);
            loop(start, traffic, forest);
        }
    }

    private void awaitGroup(JChannel channel, Traffic traffic) throws InterruptedException {
        long deadline = System.nanoTime() + READY_NANOS;
        int all = plan.addresses().size();
        while (channel.getView().size() < all || !traffic.isReady()) {
            if (System.nanoTime() - deadline > 0)
                throw new IllegalStateException(
                        "expected a group of " + all + " members, got " + channel.getView());
            Thread.sleep(20);
        }
    }

    private long awaitStart() throws IOException, InterruptedException {
        Path go = directory.resolve("go");
        while (!Files.exists(go)) Thread.sleep(20);
        return Long.parseLong(Files.readString(go).strip());
    }

    private void loop(long start, Traffic traffic, FOREST forest) throws IOException {
        while (System.nanoTime() - start < 0) LockSupport.parkNanos(STEP_NANOS);
        LoopPace pace = new LoopPace(rate(), System.nanoTime());
        long nextPoll = start;
        int second = 0;
        Path stop = directory.resolve("stop");
        while (true) {
            long now = System.nanoTime();
            for (int due = pace.due(now); due > 0; due--) traffic.offer(now);
            if (now - nextPoll >= 0) {
                nextPoll = now + POLL_NANOS;
                pace.rate(rate());
                if (Files.exists(stop)) break;
            }
            if (now - start >= (second + 1) * SECOND) {
                out.println("second " + second++ + " " + traffic.line());
                if (forest != null) out.println(line(forest));
            }
            LockSupport.parkNanos(STEP_NANOS);
        }
        out.println("latency " + traffic.latencies());
        out.println("end");
    }

    /** The rate of this host in messages per second. */
    private double rate() throws IOException {
        String text = Files.readString(directory.resolve("rate-" + plan.host())).strip();
        return Double.parseDouble(text) / 8 / plan.payloadBytes();
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
