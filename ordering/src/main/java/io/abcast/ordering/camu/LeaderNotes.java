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
 * Collects the facts that a leader has learned from other partitions, until the leader logs them in {@code Note}
 * entries. The collected facts are volatile: the next leader learns them again.
 */
final class LeaderNotes {
    /**
     * Maximum number of elements of each kind (acknowledgements, facts or sessions) in one {@code Note} entry. A
     * replica accepts up to {@link PartitionEntry#ACKS_MAX} elements in a {@code Note} entry.
     */
    static final int ELEMENTS_MAX = 1024;

    /**
     * Maximum number of reopened sessions that wait for a {@code Note} entry. The leader ignores further reopened
     * sessions until their submitters repeat a request again.
     */
    private static final int UNENDED_MAX = 1 << 16;

    private final Front front;
    private final StreamSender[] senders;

    /** Object that delays answers until strict consistency permits them; {@code null} without strict consistency. */
    private final StrictGate gate;

    private final int bytesMax;

    /**
     * In fast mode: facts about other partitions' logs that are not in this partition's log yet, by other partition
     * (upper 32 bits of the key) and term of its leader.
     */
    private final TreeMap<Long, Confirmed> facts = new TreeMap<>();

    /** Sessions that the session table has closed although their submitters have repeated a request. */
    private final LinkedHashSet<Long> unended = new LinkedHashSet<>();

    /**
     * The last place in the order for which a submitted {@code Note} entry states that the leader may answer all
     * deliveries up to the place.
     */
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

    /**
     * Notes that the submitter of a closed session has repeated a request, so the session has not ended and must be
     * reopened.
     */
    void onUnended(long session) {
        if (unended.size() < UNENDED_MAX) unended.add(session);
    }

    /**
     * Returns whether no fact and no session waits for a {@code Note} entry. {@code isEmpty} ignores acknowledgements
     * of stream items, which may wait for a {@code Note} entry too.
     */
    boolean isEmpty() {
        return facts.isEmpty() && unended.isEmpty();
    }

    /**
     * Returns a {@code Note} entry with the facts that are not logged yet, if at least {@code newsMin} facts are new;
     * otherwise returns {@code null}.
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
