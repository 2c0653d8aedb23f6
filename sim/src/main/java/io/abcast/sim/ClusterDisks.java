package io.abcast.sim;

import io.abcast.kernel.Entry;
import io.abcast.kernel.VoteRecord;
import io.abcast.sim.check.RunHistory;
import io.abcast.sim.check.Txn;
import java.util.ArrayList;
import java.util.List;

/** Shows the checkers the content of the members' disks in a simulated {@link Cluster}. */
final class ClusterDisks implements RunHistory.Disks {
    interface Voted {
        void visitRequests(byte[] vote, Subject.RequestVisitor visitor);
    }

    interface Contradictions {
        boolean contradict(byte[] vote, byte[] other);
    }

    private static final class Place implements Subject.RequestVisitor {
        private final Txn txn;
        private final RunHistory.Before before;
        private boolean found;

        private boolean afterOthers;

        Place(Txn txn, RunHistory.Before before) {
            this.txn = txn;
            this.before = before;
        }

        @Override
        public void visit(int origin, long request) {
            if (found) return;
            found = origin == txn.origin() && request == txn.request();
            afterOthers |= !found && !before.has(origin, request);
        }
    }

    private final Cluster cluster;
    private final SimulatedServer[] all;
    private Voted voted = (vote, visitor) -> {};
    private Contradictions contradictions = (vote, other) -> false;

    /** The caller may fill the array {@code all} (members by rank) later. */
    ClusterDisks(Cluster cluster, SimulatedServer[] all) {
        this.cluster = cluster;
        this.all = all;
    }

    void readAs(Subject subject) {
        voted = subject::visitRequests;
        contradictions = subject::contradict;
    }

    @Override
    public boolean holdsDurably(int rank, Txn txn) {
        return holdsLogged(rank, txn)
                || anyHolds(all[rank].drive().ledger().durable().votes(), txn);
    }

    @Override
    public boolean holdsLogged(int rank, Txn txn) {
        LogRecord durable = all[rank].drive().ledger().durable();
        if (durable.covers(txn.zxid())) return true;
        Entry entry = durable.entry(txn.zxid());
        return entry != null && cluster.history().intern(entry) == txn;
    }

    private boolean anyHolds(List<VoteRecord> votes, Txn txn) {
        for (VoteRecord vote : votes)
            if (isOf(vote, txn) && search(vote, txn, (origin, request) -> true).found) return true;
        return false;
    }

    private Place search(VoteRecord vote, Txn txn, RunHistory.Before before) {
        Place place = new Place(txn, before);
        voted.visitRequests(vote.bytes(), place);
        return place;
    }

    @Override
    public boolean isVotedInPlace(Txn txn, RunHistory.Before before) {
        for (SimulatedServer member : all)
            for (VoteRecord vote : member.drive().ledger().durable().votes()) {
                if (!isOf(vote, txn)) continue;
                Place place = search(vote, txn, before);
                if (place.found && !place.afterOthers) return true;
            }
        return false;
    }

    private boolean isOf(VoteRecord vote, Txn txn) {
        return txn.slot() == 0 || txn.slot() == vote.slot();
    }

    @Override
    public boolean isContested(Txn txn) {
        List<byte[]> votes = new ArrayList<>();
        int whole = 0;
        for (SimulatedServer member : all) {
            Drive drive = member.drive();
            if (!drive.lost()) whole++;
            for (VoteRecord vote : drive.ledger().durable().votes())
                if (isOf(vote, txn)) votes.add(vote.bytes());
        }
        if (whole >= cluster.members().quorum()) return false;
        for (byte[] a : votes)
            for (byte[] b : votes) if (contradictions.contradict(a, b)) return true;
        return false;
    }

    @Override
    public boolean hadVotedFor(int rank, Txn txn) {
        return anyHolds(all[rank].drive().votesBefore(), txn);
    }

    @Override
    public boolean hasLost(int rank) {
        return all[rank].drive().lost();
    }

    @Override
    public List<Entry> log(int rank) {
        return cluster.replicaAt(rank).drive().ledger().asked().log();
    }
}
