package io.abcast.sim;

/**
 * What clients do. Times in virtual nanoseconds.
 *
 * @param gapNanosMean mean time between two clients' actions
 * @param burstChance probability that an action is a burst
 * @param burstMax requests in a burst, at most
 * @param payloadBytesMax of a request
 * @param readShare share of linearizable reads among the actions
 * @param requestsMax requests in the whole run; then the clients rest
 */
record Workload(
        long gapNanosMean,
        double burstChance,
        int burstMax,
        int payloadBytesMax,
        double readShare,
        int requestsMax) {

    static Workload draw(Rng random) {
        return new Workload(
                random.between(500_000, 15_000_000),
                random.pick(0.0, 0.02, 0.2),
                (int) random.between(5, 60),
                random.pick(0, 20, 200, 1_000),
                random.pick(0.0, 0.2, 0.5),
                300);
    }
}
