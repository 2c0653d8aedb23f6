package io.abcast.command.figures;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The counters of the loopback interface in the network namespace of this process. The counted bytes include the
 * headers of TCP, UDP and IP.
 *
 * @param bytes number of received bytes, which on loopback equals the number of sent bytes
 * @param packets number of packets that the loopback interface has received; on loopback a TCP packet may be far larger
 *     than on a network
 */
public record LoopbackCounters(double bytes, double packets) {
    private static final Path COUNTERS = Path.of("/proc/self/net/dev");

    public static final LoopbackCounters UNKNOWN = new LoopbackCounters(Double.NaN, Double.NaN);

    /** Reads the counters of the loopback interface; {@link #UNKNOWN} if the operating system does not provide them. */
    public static LoopbackCounters read() {
        try {
            return parse(Files.readAllLines(COUNTERS));
        } catch (IOException e) {
            return UNKNOWN;
        }
    }

    public static LoopbackCounters parse(List<String> lines) {
        for (String line : lines) {
            String text = line.strip();
            if (!text.startsWith("lo:")) continue;
            String[] numbers = text.substring(3).strip().split("\\s+");
            try {
                return new LoopbackCounters(
                        Double.parseDouble(numbers[0]), Double.parseDouble(numbers[1]));
            } catch (IndexOutOfBoundsException | NumberFormatException e) {
                return UNKNOWN;
            }
        }
        return UNKNOWN;
    }

    public LoopbackCounters since(LoopbackCounters before) {
        return new LoopbackCounters(bytes - before.bytes, packets - before.packets);
    }
}
