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

/** The facts that a leader has learned and logs in notes. Volatile state of a leader: the next leader learns them again. */
final class LeaderNotes {
    /** Maximum number of elements of each kind in one note. A replica reads no more. */
    static final int ELEMENTS_MAX = 1024;

    /** Maximum number of sessions that wait for a note. Submitters of further ones repeat their requests. */
    private static final int UNENDED_MAX = 1 << 16;

    private final Front front;
    private final StreamSender[] senders;

    /** {@code null} without strict consistency. */
    private final StrictGate gate;

    private final int bytesMax;

    /** In fast mode: facts about other partitions that are not logged, by partition and term. */
    private final TreeMap<Long, Confirmed> facts = new TreeMap<>();

    /** Closed sessions whose submitters have repeated a request. */
    private final LinkedHashSet<Long> unended = new LinkedHashSet<>();

    /** The settled place in the last submitted note. */
    private long settled;

    LeaderNotes(Front front, StreamSender[] senders, StrictGate gate, int bytesMax) {
        this.front = front;
        this.senders = senders;
        this.gate = gate;
        this.bytesMax = bytesMax;
    }

    /** Remembers a fact about another partition's log. */
    void onFact(int from, Fact fact) {
        facts.put(
                ((long) from << Integer.SIZE) + fact.term(),
                new Confirmed(from, fact.term(), fact.base(), fact.confirmed()));
    }

    /** A closed session has not ended. */
    void onUnended(long session) {
        if (unended.size() < UNENDED_MAX) unended.add(session);
    }

    /** Whether no fact and no session waits for a note. Acknowledgements may still wait. */
    boolean isEmpty() {
        return facts.isEmpty() && unended.isEmpty();
    }

    /** Returns what is new, if at least {@code newsMin} of it is; otherwise {@code null}. */
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

    /** Number of elements that fit, at least one. */
    private static int elementsMax(int room, int bytes) {
        return Math.max(1, Math.min(ELEMENTS_MAX, room / bytes));
    }

    /** Upper bound of the size of a note in bytes. */
    static int noteBytesMax(int groups, int bytesMax) {
        return Math.max(bytesMax, Note.HEADER_BYTES + Note.ACK_BYTES * groups + Note.VERDICT_BYTES);
    }
}
