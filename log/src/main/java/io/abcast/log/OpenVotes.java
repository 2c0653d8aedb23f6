package io.abcast.log;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.VoteRecord;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

/**
 * Keeps the open votes: the newest vote of each slot whose vote the member still needs. Also keeps the place of each
 * open vote in the log. Used by one thread.
 *
 * <p><b>Bound:</b> one vote for each slot in which the member still needs its vote. The protocol holds the same votes
 * in memory.
 */
final class OpenVotes {
    /**
     * Maximum distance, in bytes, from the end of the payload that was found last to the next payload. A payload that
     * is farther away is not found.
     */
    static final int SEARCH_BYTES_MAX = 1024;

    private static final int COUNT_MAX = 1 << 24;

    /** One vote. */
    static final class Vote {
        final long slot;
        final byte[] bytes;

        /** The segment that holds the vote; {@code null} if no segment holds it. */
        String segment;

        /** The offset of {@link #bytes} in the segment file. */
        long at;

        /** The index in {@link #bytes} after the payload that was found last. */
        private int searchFrom;

        private Vote(long slot, byte[] bytes) {
            this.slot = slot;
            this.bytes = bytes;
        }

        /** The index of the payload in {@link #bytes}; -1 if it is not found. */
        int find(byte[] payload) {
            int last = Math.min(bytes.length - payload.length, searchFrom + SEARCH_BYTES_MAX);
            for (int i = searchFrom; i <= last; i++) {
                if (!Arrays.equals(bytes, i, i + payload.length, payload, 0, payload.length))
                    continue;
                searchFrom = i + payload.length;
                return i;
            }
            return -1;
        }
    }

    private final TreeMap<Long, Vote> votes = new TreeMap<>();
    private long openFrom = 1;

    /**
     * Adds the newest vote of a slot. The vote is not in a segment yet. After a repair of the log a member may need
     * votes in lower slots than before. The newest vote names the lowest of these slots.
     *
     * @return {@code null} if the vote of that slot is not needed
     */
    Vote put(long slot, long itsOpenFrom, byte[] bytes) {
        openFrom = itsOpenFrom;
        votes.headMap(openFrom, false).clear();
        if (slot < openFrom) return null;
        Vote vote = new Vote(slot, bytes);
        votes.put(slot, vote);
        return vote;
    }

    Vote get(long slot) {
        return votes.get(slot);
    }

    /** The lowest slot whose vote is still needed. */
    long openFrom() {
        return openFrom;
    }

    boolean isEmpty() {
        return votes.isEmpty();
    }

    /** Returns the votes in {@code segment}, ascending by slot; for {@code null} the votes that are in no segment. */
    List<Vote> in(String segment) {
        List<Vote> found = new ArrayList<>();
        for (Vote vote : votes.values())
            if (segment == null ? vote.segment == null : segment.equals(vote.segment))
                found.add(vote);
        return found;
    }

    /** Removes the votes that are in the cut part of a segment, from {@code end} on. */
    void cut(String segment, long end) {
        votes.values().removeIf(vote -> segment.equals(vote.segment) && vote.at >= end);
    }

    /** Records that no vote is in a segment any more, because all segments are removed. */
    void displace() {
        for (Vote vote : votes.values()) vote.segment = null;
    }

    List<VoteRecord> records() {
        List<VoteRecord> records = new ArrayList<>(votes.size());
        for (Vote vote : votes.values()) records.add(new VoteRecord(vote.slot, vote.bytes));
        return List.copyOf(records);
    }

    // A separate file holds the votes while segments are removed

    /** Makes all votes durable in a file beside the log. Called before segments that hold votes are removed. */
    void save(Directory dir, int serverId) throws IOException {
        if (votes.isEmpty()) return;
        WireWriter out = new WireWriter(1024).varint(openFrom).varint(votes.size());
        for (Vote vote : votes.values()) out.varint(vote.slot).bytes(vote.bytes);
        new SmallFile(dir, FileNames.VOTES, serverId).write(out.toByteArray());
    }

    /**
     * Adds the votes of the saved file. Saved votes are at least as new as the votes in the log, because the log
     * accepts no operation between {@link #save} and {@link #dropSaved}. A part of the log may already be removed.
     */
    void merge(OpenVotes saved) {
        for (Vote vote : saved.votes.values()) {
            Vote here = votes.get(vote.slot);
            if (here != null && Arrays.equals(here.bytes, vote.bytes)) continue;
            put(vote.slot, saved.openFrom, vote.bytes);
        }
    }

    /**
     * Reads the votes that {@link #save} wrote, if the file exists.
     *
     * @param serverId the server to which the file must belong; 0 accepts any server
     * @throws CorruptLogException if the file is damaged
     */
    static OpenVotes saved(Directory dir, int serverId) throws IOException {
        OpenVotes found = new OpenVotes();
        if (!dir.exists(FileNames.VOTES)) return found;
        try {
            WireReader in = new WireReader(new SmallFile(dir, FileNames.VOTES, serverId).read());
            long from = in.varint();
            int count = in.count(COUNT_MAX);
            for (int i = 0; i < count; i++) found.put(in.varint(), from, in.bytes());
            in.end();
            return found;
        } catch (MalformedFrameException e) {
            throw new CorruptLogException(dir.path().resolve(FileNames.VOTES), 0, e.getMessage());
        }
    }

    /** Deletes the file that {@link #save} wrote. Called when the log durably holds all votes again. */
    static void dropSaved(Directory dir) throws IOException {
        if (!dir.exists(FileNames.VOTES)) return;
        dir.delete(FileNames.VOTES);
        dir.sync();
    }
}
