package io.abcast.load.contest;

import io.abcast.command.figures.TcpConnections;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.load.LoadFigures;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * The figures of one measured run, without its warm-up.
 *
 * @param warmupSeconds length of the warm-up, in seconds
 * @param seconds length of the measurement in the run, in seconds
 * @param load figures that the clients measured
 * @param cpuNanos CPU time of all servers in ns, including clients inside the servers
 * @param wireBytes number of bytes that crossed the network in the run; NaN if unknown
 * @param wirePackets number of packets that crossed the network in the run, as the operating system counts them; NaN if
 *     unknown
 * @param syncs number of syncs to disk of all servers; NaN if the syncs were not counted
 * @param connections number of TCP connections of remote clients to all servers; 0 for embedded clients or UDP, {@link
 *     TcpConnections#UNKNOWN} if not reported
 * @param violation difference between the servers' states at the end of the run and the expected states; empty if they
 *     agree
 */
public record Measurement(
        double warmupSeconds,
        double seconds,
        LoadFigures load,
        double cpuNanos,
        double wireBytes,
        double wirePackets,
        double syncs,
        int connections,
        String violation) {

    public double throughput() {
        return load.answered() / seconds;
    }

    public double cpuMicrosPerOp() {
        return cpuNanos / 1000 / load.answered();
    }

    public double wireBytesPerOp() {
        return wireBytes / load.answered();
    }

    public double wirePacketsPerOp() {
        return wirePackets / load.answered();
    }

    /** Mean number of syncs to disk per second and per server. */
    public double syncsPerSecond(int servers) {
        return syncs / servers / seconds;
    }

    /** Latency that the clients measured, at a percentile, in us. */
    public double micros(double percentile) {
        return load.latency().getValueAtPercentile(percentile);
    }

    Measurement ended(LoadFigures late, double allSyncs, String wrong) {
        return new Measurement(
                warmupSeconds,
                seconds,
                load.plus(late.withoutCounts()),
                cpuNanos,
                wireBytes,
                wirePackets,
                allSyncs,
                connections,
                wrong);
    }

    String encode() {
        WireWriter out = new WireWriter(8192);
        for (double number :
                new double[] {warmupSeconds, seconds, cpuNanos, wireBytes, wirePackets, syncs})
            out.i64(Double.doubleToLongBits(number));
        out.i64(connections).bytes(violation.getBytes(StandardCharsets.UTF_8));
        out.bytes(load.encode());
        return Base64.getEncoder().encodeToString(out.toByteArray());
    }

    static Measurement decode(String encoded) {
        WireReader in = new WireReader(Base64.getDecoder().decode(encoded));
        double[] numbers = new double[6];
        for (int i = 0; i < numbers.length; i++) numbers[i] = Double.longBitsToDouble(in.i64());
        int connections = (int) in.i64();
        String violation = new String(in.bytes(), StandardCharsets.UTF_8);
        LoadFigures load = LoadFigures.decode(in.bytes());
        in.end();
        return new Measurement(
                numbers[0],
                numbers[1],
                load,
                numbers[2],
                numbers[3],
                numbers[4],
                numbers[5],
                connections,
                violation);
    }
}
