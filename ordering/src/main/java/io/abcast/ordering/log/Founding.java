package io.abcast.ordering.log;

import io.abcast.kernel.Membership;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.ordering.log.LogMessage.Rank;
import io.abcast.ordering.log.LogMessage.Standing;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Who may vote. A vote that was given and forgotten breaks agreement, so a member with an empty storage must not vote unless no
 * earlier life of it has. It cannot tell; all members together can: the ensemble is founded when all of them are there and have
 * nothing, each with a storage named by a random nonce. Each first locks one set of nonces, and votes once it knows that all
 * have locked the same: so of two sets that share a storage, one at most is ever founded with. A storage that is
 * not in the set that the others have founded with has forgotten: its member learns and never votes.
 *
 * <p>If all storages are lost, another ensemble may be founded; its messages are of another era.
 */
final class Founding {
    private final int rank;
    private final Membership members;
    private final Outbox out;

    private Rank standing = Rank.FRESH;
    private long nonce;
    private long era;
    private List<Long> nonces = List.of();

    /** When this member last gave up what it stood for. */
    private long sinceNanos;

    /** By rank, the nonces last heard of; 0 for none. */
    private final long[] nonceOf;

    private final List<List<Long>> lockOf = new ArrayList<>();

    /** By rank, whether it has locked nothing. */
    private final boolean[] fresh;

    /** By rank, whether it was heard to have founded nothing, nor locked the same as this one. */
    private final boolean[] unfounded;

    Founding(int id, Membership members, Outbox out) {
        this.rank = members.rank(id);
        this.members = members;
        this.out = out;
        nonceOf = new long[members.size()];
        fresh = new boolean[members.size()];
        unfounded = new boolean[members.size()];
        for (int r = 0; r < members.size(); r++) lockOf.add(List.of());
    }

    /** A storage that was never used. */
    void begin(long newNonce, boolean bootstrap) {
        nonce = newNonce == 0 ? 1 : newNonce;
        nonceOf[rank] = nonce;
        if (bootstrap || members.size() == 1) found(List.of(nonce), bootstrap ? 1 : nonce);
        out.changed();
    }

    boolean votes() {
        return standing == Rank.VOTER;
    }

    Rank standing() {
        return standing;
    }

    long era() {
        return era;
    }

    /**
     * Until it is settled whether this member votes, it asks.
     *
     * @param forlorn whether it holds nothing and hears of nobody who leads
     * @param patienceNanos how long it stands by what it was told or has locked
     * @param newNonce drawn
     */
    void onTick(boolean forlorn, long nowNanos, long patienceNanos, long newNonce) {
        if (standing != Rank.VOTER && forlorn && nowNanos - sinceNanos > patienceNanos) {
            sinceNanos = nowNanos;
            beginAgain(newNonce);
        }
        if (standing == Rank.VOTER || (standing == Rank.LEARNER && era != 0)) return;
        if (out.isDurable()) tell(true);
    }

    /**
     * Who has told that the others have founded the ensemble may have forgotten it, and whoever was locked with may have come back with
     * nothing. As this member has never voted, it may take part in another founding; if it has locked, as another one, since the
     * others may still found with the one that it was.
     */
    private void beginAgain(long newNonce) {
        boolean stale = false;
        if (standing == Rank.LOCKED)
            for (int r = 0; r < nonceOf.length; r++) stale |= nonceOf[r] != nonces.get(r);
        // Whoever was not heard may have founded with this member, which must not deny it then.
        for (int r = 0; r < unfounded.length; r++) stale &= r == rank || unfounded[r];
        if (standing == Rank.LOCKED && !stale) return;
        if (standing == Rank.LOCKED) nonce = newNonce == 0 ? 1 : newNonce;
        if (standing == Rank.FRESH) return;
        standing = Rank.FRESH;
        nonces = List.of();
        era = 0;
        out.era(0);
        for (int r = 0; r < nonceOf.length; r++) {
            nonceOf[r] = r == rank ? nonce : 0;
            fresh[r] = false;
            unfounded[r] = false;
            lockOf.set(r, List.of());
        }
        out.changed();
    }

    private void tell(boolean asks) {
        for (int id : members.ids()) out.sendBare(id, own(asks, 0));
    }

    private Standing own(boolean asks, long to) {
        return new Standing(asks, to, standing, nonce, era, nonces);
    }

    /** @return whether this member's own standing has changed */
    boolean onStanding(int from, Standing theirs) {
        if (theirs.asks() && out.isDurable()) out.sendBare(from, own(false, theirs.nonce()));
        if (standing == Rank.VOTER) return false;
        Rank before = standing;
        int r = members.rank(from);
        switch (theirs.rank()) {
            case VOTER -> onVoter(theirs);
            case LEARNER -> {
                nonceOf[r] = 0;
                fresh[r] = false;
                unfounded[r] = true;
                if (standing == Rank.LEARNER && era == 0 && theirs.to() == nonce)
                    era = theirs.era();
                out.era(era);
            }
            case FRESH, LOCKED -> onUnfounded(r, theirs);
        }
        return before != standing;
    }

    private void onVoter(Standing theirs) {
        boolean invited =
                theirs.nonces().size() == members.size() && theirs.nonces().get(rank) == nonce;
        if (invited && standing != Rank.LEARNER) {
            found(theirs.nonces(), theirs.era());
        } else if (theirs.to() == nonce) {
            // What was told to an earlier life may come from a time that all have forgotten.
            standing = Rank.LEARNER;
            era = theirs.era();
            out.era(era);
            out.changed();
        }
    }

    private void onUnfounded(int r, Standing theirs) {
        nonceOf[r] = theirs.nonce();
        if (theirs.rank() == Rank.LOCKED) lockOf.set(r, theirs.nonces());
        if (standing == Rank.LEARNER) return;
        fresh[r] = theirs.rank() == Rank.FRESH;
        unfounded[r] = fresh[r] || !theirs.nonces().equals(nonces);
        if (standing == Rank.FRESH && !lock(r, theirs)) return;
        for (List<Long> lock : lockOf) if (!lock.equals(nonces)) return;
        long mixed = 17;
        for (long each : nonces) mixed = (mixed ^ each) * 0x9E3779B97F4A7C15L + 1;
        found(nonces, mixed == 0 ? 1 : mixed);
    }

    /** The lowest member locks with all the others once they are free for it; they lock the same. */
    private boolean lock(int r, Standing theirs) {
        if (rank == 0) {
            for (int other = 1; other < fresh.length; other++) if (!fresh[other]) return false;
            nonces = Arrays.stream(nonceOf).boxed().toList();
        } else {
            boolean asked =
                    r == 0
                            && theirs.rank() == Rank.LOCKED
                            && theirs.nonces().size() == members.size()
                            && theirs.nonces().get(rank) == nonce;
            if (!asked) return false;
            nonces = theirs.nonces();
        }
        standing = Rank.LOCKED;
        lockOf.set(rank, nonces);
        out.changed();
        for (int id : members.ids()) if (id != members.id(rank)) out.sendDurably(id, own(true, 0));
        return true;
    }

    private void found(List<Long> with, long newEra) {
        standing = Rank.VOTER;
        nonces = with;
        era = newEra;
        out.era(era);
        out.changed();
        for (int id : members.ids()) if (id != members.id(rank)) out.sendDurably(id, own(false, 0));
    }

    /** The storage is there, but not what it should hold: as {@link Rank#LEARNER}. */
    void forgot() {
        standing = Rank.LEARNER;
        out.changed();
    }

    void write(WireWriter to) {
        to.u8(standing.ordinal()).i64(nonce).i64(era).varint(nonces.size());
        for (long each : nonces) to.i64(each);
    }

    static void skip(WireReader in) {
        in.skip(17);
        in.skip(8 * in.count(Membership.SIZE_MAX));
    }

    void restore(WireReader in) {
        standing = Rank.values()[in.count(Rank.values().length - 1)];
        nonce = in.i64();
        nonceOf[rank] = nonce;
        era = in.i64();
        int count = in.count(Membership.SIZE_MAX);
        List<Long> read = new ArrayList<>();
        for (int i = 0; i < count; i++) read.add(in.i64());
        nonces = List.copyOf(read);
        if (standing == Rank.LOCKED) lockOf.set(rank, nonces);
        out.era(era);
    }
}
