package io.abcast.load.contest;

import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * Specification of the runs that a {@link RunHost} process makes.
 *
 * @param clients numbers of clients that are measured one after the other, in descending order; the first is that of
 *     the site's experiment.
 * @param warmupSeconds minimum time of load before the measurement, in seconds; 0 if there is no warm-up.
 * @param warmupMaxSeconds maximum time of load before the measurement, in seconds.
 * @param durationSeconds length of the measurement for each number of clients, in seconds.
 * @param loadThreads number of shards (groups) of remote clients
 */
record RunSpec(
        Site site,
        List<Integer> clients,
        double warmupSeconds,
        double warmupMaxSeconds,
        double durationSeconds,
        List<String> serverFlags,
        int loadThreads) {
    private static final int FLAGS_MAX = 1000;
    private static final int CLIENTS_MAX = 1000;

    String encode() {
        WireWriter out = new WireWriter(1024);
        out.bytes(site.encode().getBytes(StandardCharsets.US_ASCII));
        out.varint(clients.size());
        for (int count : clients) out.varint(count);
        out.i64(Double.doubleToLongBits(warmupSeconds));
        out.i64(Double.doubleToLongBits(warmupMaxSeconds));
        out.i64(Double.doubleToLongBits(durationSeconds));
        out.varint(loadThreads).varint(serverFlags.size());
        for (String flag : serverFlags) out.bytes(flag.getBytes(StandardCharsets.UTF_8));
        return Base64.getEncoder().encodeToString(out.toByteArray());
    }

    static RunSpec decode(String encoded) {
        WireReader in = new WireReader(Base64.getDecoder().decode(encoded));
        Site site = Site.decode(new String(in.bytes(), StandardCharsets.US_ASCII));
        int measured = in.count(CLIENTS_MAX);
        List<Integer> clients = new ArrayList<>();
        for (int i = 0; i < measured; i++) clients.add(in.count(Integer.MAX_VALUE));
        double warmup = Double.longBitsToDouble(in.i64());
        double warmupMax = Double.longBitsToDouble(in.i64());
        double duration = Double.longBitsToDouble(in.i64());
        int threads = in.count(Integer.MAX_VALUE);
        int count = in.count(FLAGS_MAX);
        List<String> flags = new ArrayList<>();
        for (int i = 0; i < count; i++) flags.add(new String(in.bytes(), StandardCharsets.UTF_8));
        in.end();
        return new RunSpec(site, clients, warmup, warmupMax, duration, flags, threads);
    }
}
