package io.abcast.sim.testbed;

/**
 * Load of the clients in one experiment of the testbed. Each client sends a request to a server, waits for the answer,
 * pauses, and continues with the next server.
 *
 * @param clients total number of clients, spread evenly over the client machines.
 * @param machines number of machines that host the clients.
 * @param writePercent probability in percent that a request is a write; reads are answered by one server alone.
 * @param payloadBytes size in bytes of the payload of each request and each answer.
 * @param waitNanosMin minimum in ns of the uniformly distributed time between an answer and the next request.
 * @param waitNanosMax maximum in ns of the uniformly distributed time between an answer and the next request.
 */
public record TestbedLoad(
        int clients,
        int machines,
        int writePercent,
        int payloadBytes,
        long waitNanosMin,
        long waitNanosMax) {
    public TestbedLoad {
        if (clients < 1 || machines < 1)
            throw new IllegalArgumentException(
                    "load: expected at least one client and one machine, got "
                            + clients
                            + " on "
                            + machines);
        if (writePercent < 1 || writePercent > 100)
            throw new IllegalArgumentException(
                    "writePercent: expected 1..100, got " + writePercent);
        if (waitNanosMin < 0 || waitNanosMax < waitNanosMin)
            throw new IllegalArgumentException(
                    "wait: expected 0 <= min <= max, got " + waitNanosMin + ".." + waitNanosMax);
    }
}
