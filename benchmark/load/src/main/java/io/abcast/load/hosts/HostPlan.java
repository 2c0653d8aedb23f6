package io.abcast.load.hosts;

import io.abcast.load.RateSchedule;
import io.abcast.load.RateSchedule.Step;
import java.util.List;

/**
 * The task of one host in a run of {@code compare-forest}.
 *
 * @param system name of the system, as users write it on the command line.
 * @param host number of this host, from 0.
 * @param addresses the address of each host, by number of the host.
 * @param port the port on which all members listen.
 * @param intervals intervals after which JGroups resends unacknowledged messages.
 * @param payloadBytes size of the payload of a request or multicast in bytes, at least {@link #HEADER_BYTES}.
 * @param warmSeconds time in seconds before the measured time, for warm-up.
 * @param seconds length of the measured time in seconds.
 * @param bits payload rate of this host in bit/s.
 * @param changeSecond second, counted from the start of the load, at which the payload rate changes to {@code
 *     laterBits}.
 * @param laterBits payload rate of this host after the change, in bit/s
 */
public record HostPlan(
        String system,
        int host,
        List<String> addresses,
        int port,
        ResendIntervals intervals,
        int payloadBytes,
        int warmSeconds,
        int seconds,
        double bits,
        int changeSecond,
        double laterBits) {
    /**
     * Number of bytes at the start of each payload for the message number, the due time and the number of the sending
     * host.
     */
    public static final int HEADER_BYTES = 20;

    private static final String SEPARATOR = ",";

    public HostPlan {
        addresses = List.copyOf(addresses);
    }

    /** Name of the file to which a host writes its figures. */
    public static String output(int host) {
        return "out-" + host;
    }

    /** Reads a plan from the words that {@link #arguments} returns. */
    public static HostPlan of(List<String> arguments) {
        return new HostPlan(
                arguments.get(0),
                Integer.parseInt(arguments.get(1)),
                List.of(arguments.get(2).split(SEPARATOR, -1)),
                Integer.parseInt(arguments.get(3)),
                new ResendIntervals(arguments.get(4), arguments.get(5)),
                Integer.parseInt(arguments.get(6)),
                Integer.parseInt(arguments.get(7)),
                Integer.parseInt(arguments.get(8)),
                Double.parseDouble(arguments.get(9)),
                Integer.parseInt(arguments.get(10)),
                Double.parseDouble(arguments.get(11)));
    }

    /** The plan of the host as command-line arguments of a program. */
    public List<String> arguments() {
        return List.of(
                system,
                Integer.toString(host),
                String.join(SEPARATOR, addresses),
                Integer.toString(port),
                intervals.unicast(),
                intervals.multicast(),
                Integer.toString(payloadBytes),
                Integer.toString(warmSeconds),
                Integer.toString(seconds),
                Double.toString(bits),
                Integer.toString(changeSecond),
                Double.toString(laterBits));
    }

    /** Number of hosts of the run. */
    public int hosts() {
        return addresses.size();
    }

    /** Address of this host. */
    public String address() {
        return addresses.get(host);
    }

    /**
     * The addresses of all hosts in the form of the JGroups protocol TCPPING, such as 10.0.0.1[7800],10.0.0.2[7800].
     */
    public String initialHosts() {
        return String.join("[" + port + "],", addresses) + "[" + port + "]";
    }

    /** Server id of this host's member, from 1. */
    public int id() {
        return host + 1;
    }

    /** Server ids of the members of all hosts, such as 1,2,3. */
    public String members() {
        StringBuilder ids = new StringBuilder("1");
        for (int id = 2; id <= hosts(); id++) ids.append(',').append(id);
        return ids.toString();
    }

    /** {@link RateSchedule#NONE} if this host sends nothing. */
    RateSchedule schedule() {
        if (bits == 0 && laterBits == 0) return RateSchedule.NONE;
        return new RateSchedule(
                List.of(
                        new Step(messages(bits), changeSecond),
                        new Step(messages(laterBits), Double.POSITIVE_INFINITY)));
    }

    private double messages(double bitsPerSecond) {
        return bitsPerSecond / 8 / payloadBytes;
    }
}
