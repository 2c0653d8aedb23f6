package io.abcast.ordering.camu;

import java.util.HashSet;
import java.util.List;

/**
 * The state of a partition as it will be after all log entries that its leader has submitted, as far as the leader
 * needs it for decisions. Only the leader adds entries in its term, so the leader knows the effects of its submitted
 * entries before they are applied.
 */
final class Front {
    /** Transactions whose entries the leader has submitted to the log and not applied. */
    private final HashSet<TxnId> submitted = new HashSet<>();

    /**
     * Number of the submitted multi-partition transactions that are not applied, by destination; {@code bytesTo} has
     * their size in bytes.
     */
    private final int[] openTo;

    private final long[] bytesTo;

    private final OutStream.Link[] links;

    /** For each other partition: number of times that this partition opened its link to the other partition. */
    private final long[] epochs;

    private final long[] received;
    private final long[] receivedTerm;
    private final Emission emission;
    private final long[] noted;

    /** Number of the last log entry of the term that the leader has submitted. */
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

    /**
     * Returns the number of submitted multi-partition transactions that have {@code other} as a destination and are not
     * applied.
     */
    int openTo(int other) {
        return openTo[other];
    }

    /** Returns the total size in bytes of the transactions that {@link #openTo(int)} counts. */
    long bytesTo(int other) {
        return bytesTo[other];
    }

    OutStream.Link link(int other) {
        return links[other];
    }

    void link(int other, OutStream.Link link) {
        links[other] = link;
    }

    /** Starts to open the link to {@code other}: increments the count of openings. */
    void open(int other) {
        links[other] = OutStream.Link.SHADOW;
        epochs[other]++;
    }

    /**
     * Returns whether an acknowledgement with the count {@code epoch} of openings completes the present opening of the
     * link. An acknowledgement of an earlier opening does not count, because the receiver may have set its present
     * fence (limit of deliveries) at a higher clock.
     */
    boolean awaits(int other, long epoch) {
        return links[other] == OutStream.Link.SHADOW && epochs[other] == epoch;
    }

    boolean hasLinks() {
        for (OutStream.Link link : links) if (link != OutStream.Link.OFF) return true;
        return false;
    }

    /**
     * Returns whether this partition has open links to all other destinations of a transaction, so that it may impose
     * the timestamp.
     */
    boolean isLinkedTo(CamuTxn txn, int group) {
        for (int other : txn.groups())
            if (other != group && links[other] != OutStream.Link.ON) return false;
        return true;
    }

    /**
     * Returns the number of the next stream item from partition {@code source} for which the leader has submitted no
     * {@code Receipt} entry.
     */
    long received(int source) {
        return received[source];
    }

    /**
     * Returns the term of partition {@code source} in the last {@code Receipt} entry that the leader has submitted; 0
     * before the first one.
     */
    long receivedTerm(int source) {
        return receivedTerm[source];
    }

    /**
     * Sets the term and the first item of the next {@code Receipt} entry for the stream of partition {@code source}.
     */
    void receiveFrom(int source, long term, long next) {
        receivedTerm[source] = term;
        received[source] = next;
    }

    void receive(int source, int items) {
        received[source] += items;
    }

    /**
     * Returns the number of the last item for {@code other} whose acknowledgement a submitted {@code Note} entry
     * contains.
     */
    long noted(int other) {
        return noted[other];
    }

    void note(int other, long through) {
        noted[other] = through;
    }

    long n() {
        return n;
    }

    /** Advances this state by a batch of entries that the leader gives to the log. */
    void advance(long physical, List<PartitionEntry> entries) {
        n += entries.size();
        if (emission == null) return;
        emission.batch(physical);
        for (PartitionEntry entry : entries) emission.apply(entry);
    }

    /**
     * In fast mode, returns the streams of items as they will be after the leader's submitted entries; {@code null}
     * without fast mode.
     */
    Emission emission() {
        return emission;
    }

    /** Returns the number of transactions whose entries the leader has submitted and not applied. */
    int size() {
        return submitted.size();
    }
}
