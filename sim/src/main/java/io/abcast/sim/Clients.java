package io.abcast.sim;

import io.abcast.kernel.Keys;
import io.abcast.kernel.WireWriter;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/** Submits requests and reads at random members that are up. Each request has a unique payload. */
final class Clients {
    private final Cluster cluster;
    private final int payloadBytesMax;
    private final Rng random;
    private final int oversizeBytes;
    private final Function<Rng, Keys> keysRead;
    private int requests;
    private boolean resting;

    /**
     * {@code oversizeBytes} is the size of a payload that the protocol refuses; 0 if the protocol refuses no payload.
     */
    Clients(
            Cluster cluster,
            int payloadBytesMax,
            int oversizeBytes,
            Function<Rng, Keys> keysRead,
            Rng random) {
        this.cluster = cluster;
        this.payloadBytesMax = payloadBytesMax;
        this.oversizeBytes = oversizeBytes;
        this.keysRead = keysRead;
        this.random = random;
    }

    void schedule(List<Workload.Action> actions) {
        for (Workload.Action action : actions) cluster.at(action.atNanos(), () -> act(action));
    }

    void rest() {
        resting = true;
    }

    byte[] payload(int paddingBytes) {
        WireWriter out = new WireWriter(16 + paddingBytes);
        out.i64(++requests).i64(random.nextLong());
        return Arrays.copyOf(out.array(), 16 + paddingBytes);
    }

    void submitAt(int id) {
        cluster.submit(id, payload(0));
    }

    private void act(Workload.Action action) {
        if (resting) return;
        Rng dice = new Rng(action.dice());
        int id = cluster.members().id(dice.below(cluster.members().size()));
        if (!cluster.up(id)) return;
        if (action.requests() == 0) cluster.read(id, keysRead.apply(dice));
        else submit(id, action.requests(), dice);
    }

    private void submit(int id, int count, Rng dice) {
        for (int i = 0; i < count; i++) {
            boolean oversize = oversizeBytes > 0 && dice.chance(0.01);
            int padding = dice.below(payloadBytesMax + 1);
            cluster.submit(id, payload(oversize ? oversizeBytes : padding));
        }
    }
}
