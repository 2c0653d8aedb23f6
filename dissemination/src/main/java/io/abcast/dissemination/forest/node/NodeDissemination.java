package io.abcast.dissemination.forest.node;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Dissemination;
import io.abcast.kernel.Membership;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.function.LongSupplier;

/**
 * Lets an ordering protocol spread its payloads over the overlays of a {@link ForestNode}, on the protocol's thread.
 * The settings of the forest node must have {@link ForestSettings#keeps} true. The forest node uses the rank of a
 * member in the ensemble as the member's number.
 *
 * <p>The driver passes {@link ForestEffects#deliver} to {@link io.abcast.kernel.Node#onBytes}, and {@link
 * ForestEffects#room} to {@link #onRoom}. The driver calls {@code onBytes} and {@code onRoom} after the event that
 * caused the effect.
 */
public final class NodeDissemination implements Dissemination {
    private final ForestNode node;
    private final Membership members;
    private final LongSupplier now;
    private final long waitNanos;

    /**
     * Oldest first; bounded, because the ordering protocol spreads no further payloads while {@link #hasRoom} is false.
     */
    private final LinkedHashMap<Digest, byte[]> unsent = new LinkedHashMap<>();

    /**
     * @param now supplies the present time in ns.
     * @param waitNanos time in ns for which the forest node waits for a payload from its source before it asks other
     *     members that hold the payload
     */
    public NodeDissemination(
            ForestNode node, Membership members, LongSupplier now, long waitNanos) {
        this.node = node;
        this.members = members;
        this.now = now;
        this.waitNanos = waitNanos;
    }

    @Override
    public void spread(Digest digest, byte[] bytes) {
        if (unsent.isEmpty() && node.spread(digest, bytes, now.getAsLong())) return;
        node.keep(digest, bytes);
        unsent.put(digest, bytes);
    }

    @Override
    public boolean hasRoom() {
        return unsent.isEmpty();
    }

    /**
     * Tries again to spread the payloads that the forest node has refused; the driver calls {@code onRoom} when the
     * node has room.
     */
    public void onRoom() {
        while (!unsent.isEmpty()) {
            var oldest = unsent.entrySet().iterator().next();
            if (!node.spread(oldest.getKey(), oldest.getValue(), now.getAsLong())) return;
            unsent.remove(oldest.getKey());
        }
    }

    @Override
    public void keep(Digest digest, byte[] bytes) {
        node.keep(digest, bytes);
    }

    @Override
    public void want(Digest digest, int source, int[] holders) {
        int[] numbers = Arrays.stream(holders).map(members::rank).toArray();
        node.want(digest, numbers, waitNanos, now.getAsLong());
    }

    @Override
    public void holds(int member, Digest digest) {
        node.onAcknowledged(members.rank(member), digest, now.getAsLong());
    }

    @Override
    public void forget(Digest digest) {
        unsent.remove(digest);
        node.forget(digest, now.getAsLong());
    }
}
