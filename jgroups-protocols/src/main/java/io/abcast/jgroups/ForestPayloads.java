package io.abcast.jgroups;

import io.abcast.jgroups.group.GroupLink;
import io.abcast.kernel.Digest;
import io.abcast.kernel.Dissemination;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Sends payloads by multicasts, which a {@link FOREST} below spreads over its trees. FOREST sends late frames again
 * until each receiver acknowledges them. If a payload is lost nevertheless, the protocol that orders it fetches it from
 * another member.
 */
final class ForestPayloads implements Dissemination {
    private final Supplier<GroupLink> link;
    private final BooleanSupplier room;

    /**
     * @param link the link to the group; {@code null} before the first start
     * @param room returns whether FOREST accepts more bytes without waiting
     */
    ForestPayloads(Supplier<GroupLink> link, BooleanSupplier room) {
        this.link = link;
        this.room = room;
    }

    @Override
    public void spread(Digest digest, byte[] bytes) {
        GroupLink running = link.get();
        if (running != null) running.spread(bytes);
    }

    @Override
    public boolean hasRoom() {
        return room.getAsBoolean();
    }

    @Override
    public boolean fetches() {
        return false;
    }

    @Override
    public void keep(Digest digest, byte[] bytes) {}

    @Override
    public void want(Digest digest, int source, int[] holders) {}

    @Override
    public void holds(int member, Digest digest) {}

    @Override
    public void forget(Digest digest) {}
}
