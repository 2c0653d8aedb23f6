package io.abcast.ordering.camu;

import io.abcast.kernel.GroupTimestamp;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.TreeMap;

/**
 * The transactions with several destinations that this partition has not delivered, in the order of their timestamps.
 */
final class Multis {
    private final LinkedHashMap<TxnId, Multi> known = new LinkedHashMap<>();

    /** By this partition's vote: transactions without a final timestamp. */
    private final TreeMap<GroupTimestamp, Multi> pending = new TreeMap<>();

    private final TreeMap<GroupTimestamp, Multi> finals = new TreeMap<>();

    private final int[] openTo;

    private final long[] bytesTo;

    Multis(int groups) {
        openTo = new int[groups];
        bytesTo = new long[groups];
    }

    private void count(CamuTxn txn, int sign) {
        for (int group : txn.groups()) {
            openTo[group] += sign;
            bytesTo[group] += sign * (long) txn.bytes();
        }
    }

    long bytesTo(int group) {
        return bytesTo[group];
    }

    /** Transactions of which this partition knows only votes do not count. */
    int openTo(int group) {
        return openTo[group];
    }

    /** Returns all undelivered transactions in the order in which this partition learned of them. */
    Collection<Multi> all() {
        return known.values();
    }

    /** Returns {@code null} if this partition does not know the transaction or has delivered it. */
    Multi get(TxnId id) {
        return known.get(id);
    }

    void vote(CamuTxn txn, GroupTimestamp vote) {
        Multi multi = known.computeIfAbsent(txn.id(), Multi::new);
        multi.voted(txn, vote);
        count(txn, 1);
        pending.put(vote, multi);
        settle(multi);
    }

    void voteOf(int group, TxnId id, long clock) {
        Multi multi = known.computeIfAbsent(id, Multi::new);
        multi.votedBy(group, clock);
        settle(multi);
    }

    private void settle(Multi multi) {
        if (!multi.becomesFinal()) return;
        pending.remove(multi.vote());
        finals.put(multi.at(), multi);
    }

    void impose(CamuTxn txn, GroupTimestamp at) {
        Multi multi = known.computeIfAbsent(txn.id(), Multi::new);
        multi.imposed(txn, at);
        count(txn, 1);
        finals.put(at, multi);
    }

    /**
     * Returns the transaction with the lowest final timestamp; {@code null} if a transaction without a final timestamp
     * may still get a lower one.
     */
    Multi next() {
        if (finals.isEmpty()) return null;
        Multi first = finals.firstEntry().getValue();
        boolean isBlocked = !pending.isEmpty() && pending.firstKey().compareTo(first.at()) < 0;
        return isBlocked ? null : first;
    }

    GroupTimestamp lowestFinal() {
        return finals.isEmpty() ? null : finals.firstKey();
    }

    Collection<Multi> finals() {
        return finals.values();
    }

    /** Returns {@code null} if all transactions have a final timestamp. */
    GroupTimestamp lowestPending() {
        return pending.isEmpty() ? null : pending.firstKey();
    }

    void delivered(Multi multi) {
        finals.remove(multi.at());
        known.remove(multi.id());
        count(multi.txn(), -1);
    }

    int size() {
        return known.size();
    }

    void write(WireWriter out) {
        out.list(known.values(), Multi::write);
    }

    void read(WireReader in, PartitionMap map) {
        for (Multi multi : in.list(Integer.MAX_VALUE, from -> Multi.read(from, map))) {
            known.put(multi.id(), multi);
            if (multi.txn() != null) count(multi.txn(), 1);
            if (multi.at() != null) finals.put(multi.at(), multi);
            else if (multi.vote() != null) pending.put(multi.vote(), multi);
        }
    }
}
