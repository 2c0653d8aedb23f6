package io.abcast.command.figures;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What has crossed the loopback of this process's network, headers of TCP, UDP and IP included: in a network
 * namespace of its own nothing but this run.
 *
 * @param bytes received, which on loopback is what was sent
 * @param packets as the system hands them over; TCP's may be far larger than a wire's
 */
public record LoopbackCounters(double bytes, double packets) {
    private static final Path COUNTERS = Path.of("/proc/self/net/dev");

    public static final LoopbackCounters UNKNOWN = new LoopbackCounters(Double.NaN, Double.NaN);

    /** {@link #UNKNOWN} where the system does not tell. */
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
