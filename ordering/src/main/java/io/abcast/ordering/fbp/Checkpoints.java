package io.abcast.ordering.fbp;

import io.abcast.ordering.fbp.FbpMessage.Claimed;
import io.abcast.ordering.log.Ports;
import java.util.ArrayList;
import java.util.List;

/** Says what this member holds durably, and gathers what the others say, until that proves a {@link Checkpoint}. */
final class Checkpoints {
    private final Ports ports;
    private final FbpQuorums quorums;
    private final Signer signer;

    /** A claim is made when so many slots have become durable since the last one. */
    private final long every;

    /** By rank, the newest claims; {@code null} for none. */
    private final Claim[] claims;

    private Claim own;
    private long durable;
    private long claimedNanos;

    Checkpoints(Ports ports, FbpQuorums quorums, Signer signer) {
        this.ports = ports;
        this.quorums = quorums;
        this.signer = signer;
        every = Math.max(1, ports.config().window() / 2);
        claims = new Claim[ports.members().size()];
    }

    /** Everything up to that slot is in the durable log of this member. */
    void onDurable(long slot) {
        durable = Math.max(durable, slot);
        if (durable >= every + (own == null ? 0 : own.slot())) claim();
    }

    /** What is not proven yet is said again. */
    void onTick(Checkpoint proven) {
        boolean due = ports.nowNanos() - claimedNanos >= ports.config().retryNanos();
        if (due && durable > proven.slot()) claim();
    }

    private void claim() {
        // Who has forgotten its votes may forget this as well.
        if (!ports.voter()) return;
        claimedNanos = ports.nowNanos();
        boolean again = own != null && own.slot() == durable;
        if (!again) {
            own = Claim.signed(ports.id(), durable, signer);
            // The log says nothing of empty slots after its last entry; the state does.
            ports.changed();
        }
        ports.broadcastDurably(new Claimed(own.slot(), own.signature(), again));
    }

    /**
     * Hears a claim.
     *
     * @return what it proves, if that is more than was; otherwise {@code null}
     */
    Checkpoint onClaimed(int from, Claimed m, Checkpoint proven) {
        if (m.asks() && own != null && from != ports.id())
            ports.send(from, new Claimed(own.slot(), own.signature(), false));
        int rank = ports.members().rank(from);
        boolean isNew = claims[rank] == null || m.slot() > claims[rank].slot();
        if (!isNew || m.slot() <= proven.slot()) return null;
        Claim claim = new Claim(from, m.slot(), m.signature());
        if (!claim.isSigned(signer)) return null;
        claims[rank] = claim;
        return provenBeyond(proven.slot());
    }

    private Checkpoint provenBeyond(long slot) {
        List<Claim> highest = new ArrayList<>();
        for (Claim claim : claims) if (claim != null && claim.slot() > slot) highest.add(claim);
        if (highest.size() < quorums.durable()) return null;
        highest.sort((a, b) -> Long.compare(b.slot(), a.slot()));
        return new Checkpoint(List.copyOf(highest.subList(0, quorums.durable())));
    }
}
