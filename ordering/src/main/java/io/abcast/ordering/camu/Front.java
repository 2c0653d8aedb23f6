package io.abcast.ordering.camu;

import java.util.HashSet;
import java.util.List;

/**
 * The part of a partition's state after all entries that the leader has submitted, as far as the leader decides on it.
 * The leader is the only writer of its term, so it knows these entries before they are applied.
 */
final class Front {
    /** Transactions whose entries are submitted and not applied. */
    private final HashSet<TxnId> submitted = new HashSet<>();

    /** Number and size in bytes of the submitted multis, by destination. */
    private final int[] openTo;

    private final long[] bytesTo;

    private final OutStream.Link[] links;

    /** Number of times that the link to each partition was opened. */
    private final long[] epochs;

    private final long[] received;
    private final long[] receivedTerm;
    private final Emission emission;
    private final long[] noted;

    /** Number of the last submitted entry of the term. */
    private long n;

    Front(PartitionState state, int groups, boolean fast) {
        emission = fast ? state.emission().copy() : null;
        openTo = new int[groups];
        bytesTo = new long[groups];
        receivedTerm = new long[groups];
        links = new OutStream.Link[groups];
        epochs = new long[groups];
        received = new long[groups];
        noted = new long[groups];
        for (int other = 0; other < groups; other++) {
            links[other] = state.out(other).link();
            epochs[other] = state.out(other).epoch();
            received[other] = state.in(other).next();
            receivedTerm[other] = state.in(other).term();
            noted[other] = state.out(other).first() - 1;
        }
    }

    boolean isSubmitted(TxnId id) {
        return submitted.contains(id);
    }

    void submit(CamuTxn txn) {
        if (submitted.add(txn.id())) count(txn, 1);
    }

    void applied(CamuTxn txn) {
        if (submitted.remove(txn.id())) count(txn, -1);
    }

    private void count(CamuTxn txn, int sign) {
        if (txn.isSingle()) return;
        for (int other : txn.groups()) {
            openTo[other] += sign;
            bytesTo[other] += sign * (long) txn.bytes();
        }
    }

    /** Number of submitted multis with this destination that are not applied. */
    int openTo(int other) {
        return openTo[other];
    }

    /** Size of these multis in bytes. */
    long bytesTo(int other) {
        return bytesTo[other];
    }

    OutStream.Link link(int other) {
        return links[other];
    }

    void link(int other, OutStream.Link link) {
        links[other] = link;
    }

    /** The link to {@code other} is opened once more. */
    void open(int other) {
        links[other] = OutStream.Link.SHADOW;
        epochs[other]++;
    }

    /**
     * Whether an acknowledgement of this epoch completes the opening of the link. One of an earlier opening does not: the
     * receiver's floor is then unknown.
     */
    boolean awaits(int other, long epoch) {
        return links[other] == OutStream.Link.SHADOW && epochs[other] == epoch;
    }

    boolean hasLinks() {
        for (OutStream.Link link : links) if (link != OutStream.Link.OFF) return true;
        return false;
    }

    /** Whether a timestamp may be imposed on all destinations. */
    boolean isLinkedTo(CamuTxn txn, int group) {
        for (int other : txn.groups())
            if (other != group && links[other] != OutStream.Link.ON) return false;
        return true;
    }

    /** Number of the next item of {@code source} that has no submitted receipt. */
    long received(int source) {
        return received[source];
    }

    /** Term of {@code source} in the last submitted receipt; 0 before the first receipt. */
    long receivedTerm(int source) {
        return receivedTerm[source];
    }

    /** The next receipt is of {@code term} and begins at item {@code next}. */
    void receiveFrom(int source, long term, long next) {
        receivedTerm[source] = term;
        received[source] = next;
    }

    void receive(int source, int items) {
        received[source] += items;
    }

    /** Number of the last item for {@code other} whose acknowledgement is submitted. */
    long noted(int other) {
        return noted[other];
    }

    void note(int other, long through) {
        noted[other] = through;
    }

    long n() {
        return n;
    }

    /** The entries are given to the log. */
    void advance(long physical, List<PartitionEntry> entries) {
        n += entries.size();
        if (emission == null) return;
        emission.batch(physical);
        for (PartitionEntry entry : entries) emission.apply(entry);
    }

    /** The streams of the submitted entries in fast mode; {@code null} otherwise. */
    Emission emission() {
        return emission;
    }

    /** Number of transactions whose entries are submitted and not applied. */
    int size() {
        return submitted.size();
    }
}
