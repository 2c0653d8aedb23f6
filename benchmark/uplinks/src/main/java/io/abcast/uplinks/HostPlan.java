package io.abcast.uplinks;

import io.abcast.load.RateSchedule;
import io.abcast.load.RateSchedule.Step;
import java.util.List;

/**
 * The task of one host. All hosts of a run start at the same moment.
 *
 * @param host number of the host, from 0
 * @param hosts number of hosts
 * @param payloadBytes size of a request or multicast, at least {@link #HEADER_BYTES}
 * @param warmSeconds time before the measured time
 * @param seconds measured time
 * @param bits rate of payloads in bit/s
 * @param changeSecond second since the start from which on {@code laterBits} is the rate
 * @param laterBits rate of payloads in bit/s from then on
 */
record HostPlan(
        UplinkSystem system,
        int host,
        int hosts,
        int payloadBytes,
        int warmSeconds,
        int seconds,
        double bits,
        int changeSecond,
        double laterBits) {
    /** Bytes of the number, the time and the sender in each payload. */
    static final int HEADER_BYTES = 20;

    /** Name of the file to which a host writes its figures. */
    static String output(int host) {
        return "out-" + host;
    }

    /** Reads {@link #arguments}. */
    static HostPlan of(List<String> arguments) {
        return new HostPlan(
                UplinkSystem.of(arguments.get(0)),
                Integer.parseInt(arguments.get(1)),
                Integer.parseInt(arguments.get(2)),
                Integer.parseInt(arguments.get(3)),
                Integer.parseInt(arguments.get(4)),
                Integer.parseInt(arguments.get(5)),
                Double.parseDouble(arguments.get(6)),
                Integer.parseInt(arguments.get(7)),
                Double.parseDouble(arguments.get(8)));
    }

    /** The plan as arguments of a program. */
    List<String> arguments() {
        return List.of(
                system.text(),
                Integer.toString(host),
                Integer.toString(hosts),
                Integer.toString(payloadBytes),
                Integer.toString(warmSeconds),
                Integer.toString(seconds),
                Double.toString(bits),
                Integer.toString(changeSecond),
                Double.toString(laterBits));
    }

    /** The messages per second over time; {@link RateSchedule#NONE} if this host sends nothing. */
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
