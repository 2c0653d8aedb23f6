package io.abcast.sim;

import io.abcast.kernel.WireWriter;
import java.util.Arrays;

/** Submits requests and reads at random members that are up, each request with bytes of its own. */
final class Clients {
    private final Cluster cluster;
    private final Workload workload;
    private final Rng random;
    private final int oversizeBytes;
    private int requests;
    private boolean resting;

    /** @param oversizeBytes a payload that is refused; 0: there is none */
    Clients(Cluster cluster, Workload workload, int oversizeBytes, Rng random) {
        this.cluster = cluster;
        this.workload = workload;
        this.oversizeBytes = oversizeBytes;
        this.random = random;
    }

    void begin() {
        cluster.at(cluster.now() + random.exponential(workload.gapNanosMean()), this::act);
    }

    void rest() {
        resting = true;
    }

    /** A payload that no other request has. */
    byte[] payload(int paddingBytes) {
        WireWriter out = new WireWriter(16 + paddingBytes);
        out.i64(++requests).i64(random.nextLong());
        return Arrays.copyOf(out.array(), 16 + paddingBytes);
    }

    private void act() {
        if (resting) return;
        int id = cluster.members().id(random.below(cluster.members().size()));
        if (cluster.up(id)) {
            if (random.chance(workload.readShare())) cluster.read(id);
            else submit(id, random.chance(workload.burstChance()) ? workload.burstMax() : 1);
        }
        if (requests < workload.requestsMax()) begin();
    }

    private void submit(int id, int count) {
        for (int i = 0; i < count; i++) {
            boolean oversize = oversizeBytes > 0 && random.chance(0.01);
            int padding = random.below(workload.payloadBytesMax() + 1);
            cluster.submit(id, payload(oversize ? oversizeBytes : padding));
        }
    }
}
