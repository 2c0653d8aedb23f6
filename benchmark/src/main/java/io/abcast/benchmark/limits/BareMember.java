package io.abcast.benchmark.limits;

import com.sun.management.OperatingSystemMXBean;
import io.abcast.benchmark.cluster.ParentWatch;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import org.jgroups.Address;
import org.jgroups.JChannel;

/**
 * A process of {@link BareExchange}. Arguments: stack file, port, hosts, members, payload bytes, seconds of warm-up and of measurement, then
 * for the sender its phases, {@code WINDOW:BATCH}; a receiver has none. The sender prints a result a line.
 */
public final class BareMember {
    private static final OperatingSystemMXBean PROCESS =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private static final long JOIN_NANOS = 30_000_000_000L;
    private static final long POLL_MILLIS = 50;
    private static final int PHASES = 7;

    private BareMember() {}

    public static void main(String[] args) throws Exception {
        ParentWatch.exitWithStdin(0);
        Path config = Path.of(args[0]);
        int members = Integer.parseInt(args[3]);
        boolean sends = args.length > PHASES;
        JChannel channel = BareStack.channel(config, Integer.parseInt(args[1]), args[2]);
        if (!sends) channel.setReceiver(new BareReceiver(channel));
        channel.connect("bare-" + args[2]);
        awaitView(channel, members);
        if (!sends) return; // JGroups' threads go on until standard input ends
        BareSender sender = new BareSender(channel);
        channel.setReceiver(sender);
        for (int i = PHASES; i < args.length; i++) {
            String[] phase = args[i].split(":");
            BareResult result =
                    sender.run(
                            Integer.parseInt(phase[0]),
                            Integer.parseInt(phase[1]),
                            Integer.parseInt(args[4]),
                            Double.parseDouble(args[5]),
                            Double.parseDouble(args[6]));
            System.out.println(result.encode());
        }
        System.exit(0);
    }

    private static void awaitView(JChannel channel, int members)
            throws IOException, InterruptedException {
        long end = System.nanoTime() + JOIN_NANOS;
        while (channel.view().size() < members) {
            if (System.nanoTime() > end)
                throw new IOException("expected " + members + " members, found " + channel.view());
            Thread.sleep(POLL_MILLIS);
        }
    }

    static long cpuNanos() {
        return PROCESS.getProcessCpuTime();
    }

    static void send(JChannel channel, Address to, byte[] bytes) {
        try {
            channel.send(BareReceiver.message(to, bytes));
        } catch (Exception e) {
            throw new IllegalStateException("sending to " + to + ": " + e, e);
        }
    }
}
