package io.abcast.sim.testbed;

/**
 * What the clients do: each sends a request to one server after the other, waits for the answer, waits a while and goes on.
 *
 * @param clients all together, spread evenly over the machines
 * @param machines that host them
 * @param writePercent probability that a request is a write, in percent; reads are answered by the server alone
 * @param payloadBytes of a request, and of every answer
 * @param waitNanosMin shortest time between an answer and the next request, uniformly distributed
 * @param waitNanosMax longest
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
