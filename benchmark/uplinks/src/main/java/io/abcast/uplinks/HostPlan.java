package io.abcast.uplinks;

import java.util.List;

/**
 * The task of one host.
 *
 * @param host number of the host, from 0
 * @param addresses addresses of all hosts
 * @param payloadBytes size of a request or multicast, at least {@link #HEADER_BYTES}
 */
record HostPlan(UplinkSystem system, int host, List<String> addresses, int payloadBytes) {
    /** Port of the group on each host; the port for frames follows it. */
    static final int PORT = 7800;

    /** Bytes of the number, the time and the sender in each payload. */
    static final int HEADER_BYTES = 20;

    /** Name of the file to which a host writes its figures. */
    static String output(int host) {
        return "out-" + host;
    }

    HostPlan {
        if (payloadBytes < HEADER_BYTES)
            throw new IllegalArgumentException(
                    "expected a payload of at least "
                            + HEADER_BYTES
                            + " bytes, got "
                            + payloadBytes);
        addresses = List.copyOf(addresses);
    }
}
