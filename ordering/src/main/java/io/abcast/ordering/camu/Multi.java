package io.abcast.ordering.camu;

import io.abcast.kernel.GroupTimestamp;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.util.Map;
import java.util.TreeMap;

/** A transaction with several destinations that this partition, one of the destinations, has not delivered yet. */
final class Multi {
    private final TxnId id;

    private final TreeMap<Integer, Long> votes = new TreeMap<>();

    private CamuTxn txn;

    /**
     * This partition's vote for the transaction; {@code null} until the log entry of the vote is applied, and if
     * another partition has imposed the timestamp.
     */
    private GroupTimestamp vote;

    /** {@code null} while votes are missing. */
    private GroupTimestamp at;

    Multi(TxnId id) {
        this.id = id;
    }

    TxnId id() {
        return id;
    }

    /** Returns {@code null} if this partition knows only votes of other destinations. */
    CamuTxn txn() {
        return txn;
    }

    GroupTimestamp vote() {
        return vote;
    }

    GroupTimestamp at() {
        return at;
    }

    Iterable<Integer> voters() {
        return votes.keySet();
    }

    boolean hasVoteOf(int group) {
        return votes.containsKey(group);
    }

    void voted(CamuTxn known, GroupTimestamp own) {
        assert txn == null && vote == null : id + " has the vote " + vote;
        txn = known;
        vote = own;
    }

    void votedBy(int group, long clock) {
        Long before = votes.put(group, clock);
        assert before == null : id + ": two votes of partition " + group;
    }

    void imposed(CamuTxn known, GroupTimestamp timestamp) {
        assert txn == null && votes.isEmpty() : id + " is imposed, and has votes";
        txn = known;
        at = timestamp;
    }

    boolean becomesFinal() {
        if (vote == null || votes.size() < txn.groups().length - 1) return false;
        long clock = vote.clock();
        for (long other : votes.values()) clock = Math.max(clock, other);
        at = txn.at(clock);
        return true;
    }

    /** Returns the clock of the final timestamp, else of this partition's vote, else of the lowest vote. */
    long knownAt() {
        if (at != null) return at.clock();
        if (vote != null) return vote.clock();
        long least = Long.MAX_VALUE;
        for (long other : votes.values()) least = Math.min(least, other);
        return least;
    }

    void write(WireWriter out) {
        id.write(out);
        out.u8((txn == null ? 0 : 1) | (vote == null ? 0 : 2) | (at == null ? 0 : 4));
        if (txn != null) txn.write(out);
        if (vote != null) out.varint(vote.clock());
        if (at != null) out.varint(at.clock());
        out.list(votes.entrySet(), (e, to) -> to.varint(e.getKey()).varint(e.getValue()));
    }

    static Multi read(WireReader in, PartitionMap map) {
        Multi multi = new Multi(TxnId.read(in));
        int fields = in.u8();
        if ((fields & 1) != 0) multi.txn = CamuTxn.read(in, map);
        if ((fields & 2) != 0) multi.vote = multi.timestamp(in.varint());
        if ((fields & 4) != 0) multi.at = multi.timestamp(in.varint());
        for (Map.Entry<Integer, Long> vote :
                in.list(map.size(), from -> Map.entry(from.count(map.size() - 1), from.varint())))
            multi.votes.put(vote.getKey(), vote.getValue());
        return multi;
    }

    private GroupTimestamp timestamp(long clock) {
        return new GroupTimestamp(clock, id.session(), id.number());
    }

    @Override
    public String toString() {
        return (txn == null ? id.toString() : txn.toString())
                + " vote "
                + vote
                + " others "
                + votes
                + " at "
                + at;
    }
}
