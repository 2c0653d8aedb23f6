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
 * nothing, each with a storage named by a random nonce. Each first locks a set of nonces, that of the lowest member, and votes once it
 * knows that all have locked the same. A storage that is not in the set that the others have founded with has forgotten: its member
 * learns and never votes.
 *
 * <p>A lock is given up for another when the lowest member names another or has come back with nothing. That is safe, for the other
 * is only founded with if everybody has locked it: whoever has founded with the old one never will, and tells so to whoever asks. All
 * of that counts only as an answer to a question asked with the present lock: what is older, from a life that is over perhaps, must not
 * bring back what was given up.
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

    /** When this member last gave up learning. */
    private long sinceNanos;

    /** By rank, the nonces of those that have answered; 0 for none. */
    private final long[] nonceOf;

    private final List<List<Long>> lockOf = new ArrayList<>();

    /** By rank, whether it has answered that it has locked nothing. */
    private final boolean[] fresh;

    Founding(int id, Membership members, Outbox out) {
        this.rank = members.rank(id);
        this.members = members;
        this.out = out;
        nonceOf = new long[members.size()];
        fresh = new boolean[members.size()];
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
     * @param patienceNanos how long it stands by what it was told
     */
    void onTick(boolean forlorn, long nowNanos, long patienceNanos) {
        if (standing == Rank.LEARNER && forlorn && nowNanos - sinceNanos > patienceNanos) {
            sinceNanos = nowNanos;
            // Who has told that the others have founded the ensemble may have forgotten it. This
            // one
            // has never voted.
            era = 0;
            out.era(0);
            free();
        }
        if (standing == Rank.VOTER || (standing == Rank.LEARNER && era != 0)) return;
        if (out.isDurable()) tell(true);
    }

    /** Locks nothing. */
    private void free() {
        standing = Rank.FRESH;
        nonces = List.of();
        for (int r = 0; r < nonceOf.length; r++) {
            nonceOf[r] = r == rank ? nonce : 0;
            fresh[r] = false;
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

    /** Of a member with a lock: an answer that has it was given after the lock. */
    private static long token(long nonce, List<Long> lock) {
        long mixed = nonce;
        for (long each : lock) mixed = (mixed ^ each) * 0x9E3779B97F4A7C15L + 1;
        return mixed == 0 ? 1 : mixed;
    }

    /** @return whether this member's own standing has changed */
    boolean onStanding(int from, Standing theirs) {
        if (theirs.asks() && out.isDurable())
            out.sendBare(from, own(false, token(theirs.nonce(), theirs.nonces())));
        if (standing == Rank.VOTER) return false;
        Rank before = standing;
        int r = members.rank(from);
        boolean answers = theirs.to() == token(nonce, nonces);
        switch (theirs.rank()) {
            case VOTER -> onVoter(theirs, answers);
            case LEARNER -> {
                nonceOf[r] = 0;
                fresh[r] = false;
                if (standing == Rank.LEARNER && era == 0 && answers) era = theirs.era();
                out.era(era);
            }
            case FRESH, LOCKED -> onUnfounded(r, theirs, answers);
        }
        return before != standing;
    }

    private void onVoter(Standing theirs, boolean answers) {
        boolean invited =
                theirs.nonces().size() == members.size() && theirs.nonces().get(rank) == nonce;
        if (invited && standing != Rank.LEARNER && (answers || theirs.nonces().equals(nonces))) {
            found(theirs.nonces(), theirs.era());
        } else if (answers) {
            standing = Rank.LEARNER;
            era = theirs.era();
            out.era(era);
            out.changed();
        }
    }

    private void onUnfounded(int r, Standing theirs, boolean answers) {
        if (theirs.rank() == Rank.LOCKED) lockOf.set(r, theirs.nonces());
        if (standing == Rank.LEARNER) return;
        if (rank == 0 && answers) propose(r, theirs);
        else if (r == 0) follow(theirs, answers);
        if (standing != Rank.LOCKED) return;
        for (List<Long> lock : lockOf) if (!lock.equals(nonces)) return;
        long mixed = 17;
        for (long each : nonces) mixed = (mixed ^ each) * 0x9E3779B97F4A7C15L + 1;
        found(nonces, mixed == 0 ? 1 : mixed);
    }

    /** The lowest member locks with all the others once they are free, and anew when one has come back with nothing. */
    private void propose(int r, Standing theirs) {
        nonceOf[r] = theirs.nonce();
        fresh[r] = theirs.rank() == Rank.FRESH;
        if (standing == Rank.LOCKED && (!fresh[r] || theirs.nonce() == nonces.get(r))) return;
        for (int other = 1; other < nonceOf.length; other++)
            if (standing == Rank.LOCKED ? nonceOf[other] == 0 : !fresh[other]) return;
        lock(Arrays.stream(nonceOf).boxed().toList());
    }

    /** The others lock what the lowest one has locked. */
    private void follow(Standing lowest, boolean answers) {
        boolean asked =
                lowest.rank() == Rank.LOCKED
                        && lowest.nonces().size() == members.size()
                        && lowest.nonces().get(rank) == nonce;
        if (asked) {
            boolean other = !lowest.nonces().equals(nonces);
            if (standing == Rank.FRESH || (answers && other)) lock(lowest.nonces());
        } else if (answers && standing == Rank.LOCKED) {
            boolean over = lowest.rank() == Rank.FRESH || lowest.nonce() != nonces.get(0);
            if (over) free();
        }
    }

    private void lock(List<Long> with) {
        standing = Rank.LOCKED;
        nonces = List.copyOf(with);
        lockOf.set(rank, nonces);
        out.changed();
        for (int id : members.ids()) if (id != members.id(rank)) out.sendDurably(id, own(true, 0));
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
