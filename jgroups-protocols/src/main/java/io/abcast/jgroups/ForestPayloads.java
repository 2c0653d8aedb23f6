package io.abcast.jgroups;

import io.abcast.jgroups.group.GroupLink;
import io.abcast.kernel.Digest;
import io.abcast.kernel.Dissemination;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Sends payloads of EPAXOS by multicasts, which {@link FOREST} below in the stack distributes over trees of members. A
 * member that lacks a payload fetches it from another member.
 */
final class ForestPayloads implements Dissemination {
    private final Supplier<GroupLink> link;
    private final BooleanSupplier room;

    /** @param link returns {@code null} before the first start of the protocol */
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
