package io.abcast.ordering.fbp;

import io.abcast.kernel.Digest;
import io.abcast.kernel.QueueVisitor;
import io.abcast.ordering.log.Ports;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The signed claims of all members, of one kind: either claims of the order or claims of snapshots. For each member,
 * the claim book keeps the signed claims for the last {@link #SLOTS_MAX} slots that the member has claimed.
 */
final class ClaimBook {
    static final int SLOTS_MAX = 8;

    private final Ports ports;
    private final FbpQuorums quorums;

    /**
     * The signed claims of each member: the list index is the member's rank, and the key of the map is the claimed
     * slot.
     */
    private final List<TreeMap<Long, Claim>> claims = new ArrayList<>();

    private long reported;

    ClaimBook(Ports ports, FbpQuorums quorums) {
        this.ports = ports;
        this.quorums = quorums;
        for (int r = 0; r < ports.members().size(); r++) claims.add(new TreeMap<>());
    }

    /**
     * Whether this book has a claim of the member with rank {@code rank} for {@code slot}, or {@code slot} is below all
     * claims that it keeps for the member.
     */
    boolean isKnownOrOld(int rank, long slot) {
        TreeMap<Long, Claim> its = claims.get(rank);
        return its.containsKey(slot) || (its.size() == SLOTS_MAX && slot < its.firstKey());
    }

    Claim claim(int rank, long slot) {
        return claims.get(rank).get(slot);
    }

    /**
     * Keeps a claim of the member with rank {@code rank}, whose signature the caller has verified and for which {@link
     * #isKnownOrOld} is false.
     */
    void add(int rank, Claim claim) {
        TreeMap<Long, Claim> its = claims.get(rank);
        its.put(claim.slot(), claim);
        if (its.size() > SLOTS_MAX) its.pollFirstEntry();
    }

    void forget(int rank) {
        claims.get(rank).clear();
    }

    void visitQueues(QueueVisitor to) {
        for (int rank = 0; rank < claims.size(); rank++)
            to.queue("claims", claims.get(rank).size(), SLOTS_MAX);
    }

    List<Claim> of(int rank) {
        return List.copyOf(claims.get(rank).values());
    }

    Claim newest(int rank) {
        Map.Entry<Long, Claim> last = claims.get(rank).lastEntry();
        return last == null ? null : last.getValue();
    }

    Checkpoint provenAt(long slot) {
        for (TreeMap<Long, Claim> its : claims) {
            Claim candidate = its.get(slot);
            if (candidate == null) continue;
            List<Claim> same = new ArrayList<>();
            for (TreeMap<Long, Claim> others : claims) {
                Claim other = others.get(slot);
                if (other != null && other.agrees(candidate) && same.size() < quorums.durable())
                    same.add(other);
            }
            if (same.size() == quorums.durable()) return new Checkpoint(List.copyOf(same));
        }
        return null;
    }

    void reportDisagreement(String what) {
        TreeMap<Long, Digest> first = new TreeMap<>();
        long at = Long.MAX_VALUE;
        for (TreeMap<Long, Claim> its : claims)
            for (Claim claim : its.tailMap(reported, false).values()) {
                Digest before = first.putIfAbsent(claim.slot(), claim.digest());
                if (before != null && !before.equals(claim.digest()))
                    at = Math.min(at, claim.slot());
            }
        if (at == Long.MAX_VALUE) return;
        reported = at;
        ports.report(what + " differ at slot " + at + ": " + groups(at));
    }

    private String groups(long slot) {
        TreeMap<String, List<Integer>> groups = new TreeMap<>();
        for (int rank = 0; rank < claims.size(); rank++) {
            Claim claim = claims.get(rank).get(slot);
            if (claim != null)
                groups.computeIfAbsent(claim.digest().toString(), d -> new ArrayList<>())
                        .add(ports.members().id(rank));
        }
        StringBuilder text = new StringBuilder();
        groups.forEach(
                (digest, members) ->
                        text.append(text.isEmpty() ? "" : "; ")
                                .append("members ")
                                .append(members)
                                .append(" have ")
                                .append(digest));
        return text.toString();
    }
}
