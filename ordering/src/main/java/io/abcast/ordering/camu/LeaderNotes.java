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
    static final int ELEMENTS_MAX = 1024;

    /** The leader ignores further reopened sessions until their submitters repeat a request again. */
    private static final int UNENDED_MAX = 1 << 16;

    private final Front front;
    private final StreamSender[] senders;

    /** Delays answers until strict consistency permits them; {@code null} without strict consistency. */
    private final StrictGate gate;

    private final int bytesMax;

    /**
     * In fast mode: facts about other partitions' logs that are not in this partition's log yet, by other partition
     * (upper 32 bits of the key) and term of its leader.
     */
    private final TreeMap<Long, Confirmed> facts = new TreeMap<>();

    private final LinkedHashSet<Long> unended = new LinkedHashSet<>();

    private long settled;

    LeaderNotes(Front front, StreamSender[] senders, StrictGate gate, int bytesMax) {
        this.front = front;
        this.senders = senders;
        this.gate = gate;
        this.bytesMax = bytesMax;
    }

    void onFact(int from, Fact fact) {
        facts.put(
                ((long) from << Integer.SIZE) + fact.term(),
                new Confirmed(from, fact.term(), fact.base(), fact.confirmed()));
    }

    void onUnended(long session) {
        if (unended.size() < UNENDED_MAX) unended.add(session);
    }

    /** {@code isEmpty} ignores acknowledgements of stream items, which may wait for a {@code Note} entry too. */
    boolean isEmpty() {
        return facts.isEmpty() && unended.isEmpty();
    }

    /** Returns {@code null} if fewer than {@code newsMin} facts are new. */
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

    private static int elementsMax(int room, int bytes) {
        return Math.max(1, Math.min(ELEMENTS_MAX, room / bytes));
    }

    static int noteBytesMax(int groups, int bytesMax) {
        return Math.max(bytesMax, Note.HEADER_BYTES + Note.ACK_BYTES * groups + Note.VERDICT_BYTES);
    }
}
