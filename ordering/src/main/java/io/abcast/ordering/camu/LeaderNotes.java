package io.abcast.ordering.camu;

import io.abcast.ordering.camu.CamuMessage.Fact;
import io.abcast.ordering.camu.PartitionEntry.Confirmed;
import io.abcast.ordering.camu.PartitionEntry.Note;
import io.abcast.ordering.camu.PartitionEntry.StreamAck;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.TreeMap;

/**
 * The facts that a leader has learned and logs in {@code Note} entries. The collected facts are volatile: the next
 * leader learns the facts again.
 */
final class LeaderNotes {
    /**
     * Maximum number of elements of each kind in one {@code Note} entry. {@code ELEMENTS_MAX} is below {@link
     * PartitionEntry#ACKS_MAX}, the maximum number of elements that a replica accepts in a note.
     */
    static final int ELEMENTS_MAX = 1024;

    /**
     * Maximum number of reopened sessions that wait for a {@code Note} entry. If {@code UNENDED_MAX} sessions wait, the
     * leader ignores a further session until its submitter repeats a request again.
     */
    private static final int UNENDED_MAX = 1 << 16;

    private final Front front;
    private final StreamSender[] senders;

    /** The strict gate that delays answers; {@code null} without strict consistency. */
    private final StrictGate gate;

    private final int bytesMax;

    /**
     * In fast mode: facts about other partitions' logs that are not logged yet. The key is the partition (upper 32
     * bits) and the term.
     */
    private final TreeMap<Long, Confirmed> facts = new TreeMap<>();

    /** Sessions that the session table has closed although their submitters have repeated a request. */
    private final LinkedHashSet<Long> unended = new LinkedHashSet<>();

    /** The place in the order up to which deliveries are settled, as the last submitted note states it. */
    private long settled;

    LeaderNotes(Front front, StreamSender[] senders, StrictGate gate, int bytesMax) {
        this.front = front;
        this.senders = senders;
        this.gate = gate;
        this.bytesMax = bytesMax;
    }

    /** Stores a fact about another partition's log until a {@code Note} entry contains the fact. */
    void onFact(int from, Fact fact) {
        facts.put(
                ((long) from << Integer.SIZE) + fact.term(),
                new Confirmed(from, fact.term(), fact.base(), fact.confirmed()));
    }

    /** Called when the submitter of a closed session has repeated a request, so that the session has not ended. */
    void onUnended(long session) {
        if (unended.size() < UNENDED_MAX) unended.add(session);
    }

    /**
     * Returns whether no fact and no session waits for a {@code Note} entry. Acknowledgements of stream items may wait
     * for a {@code Note} entry even if the result is true.
     */
    boolean isEmpty() {
        return facts.isEmpty() && unended.isEmpty();
    }

    /**
     * Returns a note with the facts that are not logged yet, if at least {@code newsMin} facts are new; otherwise
     * returns {@code null}.
     */
    Note next(int newsMin) {
        List<StreamAck> acks = new ArrayList<>();
        for (int other = 0; other < senders.length; other++) {
            long acked = senders[other].acked();
            if (acked - front.noted(other) < newsMin) continue;
            acks.add(new StreamAck(other, acked));
            front.note(other, acked);
        }
        boolean isSettled = gate != null && gate.open() - settled >= newsMin;
        if (acks.isEmpty() && !isSettled && facts.size() + unended.size() < newsMin) return null;
        if (isSettled) settled = gate.open();
        int room = bytesMax - Note.HEADER_BYTES - Note.ACK_BYTES * acks.size();
        List<Confirmed> verdicts = new ArrayList<>();
        int verdictsMax = elementsMax(room, Note.VERDICT_BYTES);
        while (!facts.isEmpty() && verdicts.size() < verdictsMax)
            verdicts.add(facts.pollFirstEntry().getValue());
        List<Long> sessions = new ArrayList<>();
        int sessionsMax = verdicts.isEmpty() ? elementsMax(room, Note.SESSION_BYTES) : 0;
        for (Iterator<Long> i = unended.iterator();
                i.hasNext() && sessions.size() < sessionsMax; ) {
            sessions.add(i.next());
            i.remove();
        }
        return new Note(acks, settled, verdicts, sessions);
    }

    /** Returns how many elements of {@code bytes} bytes each fit into {@code room} bytes, at least 1. */
    private static int elementsMax(int room, int bytes) {
        return Math.max(1, Math.min(ELEMENTS_MAX, room / bytes));
    }

    /** Returns an upper bound of the size of a {@code Note} entry in bytes. */
    static int noteBytesMax(int groups, int bytesMax) {
        return Math.max(bytesMax, Note.HEADER_BYTES + Note.ACK_BYTES * groups + Note.VERDICT_BYTES);
    }
}
