package io.abcast.benchmark.limits;

import com.sun.management.OperatingSystemMXBean;
import io.abcast.command.process.ParentWatch;
import io.abcast.command.process.Reports;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import org.jgroups.Address;
import org.jgroups.JChannel;

/**
 * Main class of the processes of {@link BareExchange}: one process is the sender, the others are receivers. The
 * command-line arguments are stack file, port, hosts, number of members, payload bytes, seconds of warm-up, and seconds
 * of measurement. The sender has further arguments: the {@link Reports} to which it writes one line per result, and its
 * phases, each {@code WINDOW:BATCH}.
 */
public final class BareMember {
    private static final OperatingSystemMXBean PROCESS =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private static final long JOIN_NANOS = 30_000_000_000L;
    private static final long POLL_MILLIS = 50;
    private static final int REPORTS = 7;

    private BareMember() {}

    public static void main(String[] args) throws Exception {
        ParentWatch.exitWithStdin(0);
        Path config = Path.of(args[0]);
        int members = Integer.parseInt(args[3]);
        boolean sends = args.length > REPORTS;
        JChannel channel = BareStack.channel(config, Integer.parseInt(args[1]), args[2]);
        if (!sends) channel.setReceiver(new BareReceiver(channel));
        channel.connect("bare-" + args[2]);
        awaitView(channel, members);
        if (!sends) return; // JGroups' threads keep the receiver running until standard input ends
        PrintStream reports = Reports.to(args[REPORTS]);
        BareSender sender = new BareSender(channel);
        channel.setReceiver(sender);
        for (int i = REPORTS + 1; i < args.length; i++) {
            String[] phase = args[i].split(":");
            BareResult result =
                    sender.run(
                            Integer.parseInt(phase[0]),
                            Integer.parseInt(phase[1]),
                            Integer.parseInt(args[4]),
                            Double.parseDouble(args[5]),
                            Double.parseDouble(args[6]));
            reports.println(result.encode());
            reports.flush();
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
