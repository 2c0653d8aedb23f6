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
 * Keeps the open votes: the newest vote of each slot whose vote the member still needs. {@code OpenVotes} also keeps,
 * for each open vote, the place of the vote in the log. Only one thread uses an {@code OpenVotes} object.
 *
 * <p><b>Bound:</b> there is at most one open vote for each slot in which the member still needs its vote. The
 * protocol's node keeps its own copy of the open votes in memory.
 */
final class OpenVotes {
    /**
     * Maximum distance, in bytes, between the payload that {@link Vote#find} found last in a vote and the next payload
     * in the vote. The search {@link Vote#find} gives up after {@code SEARCH_BYTES_MAX} bytes without the payload.
     */
    static final int SEARCH_BYTES_MAX = 1024;

    private static final int COUNT_MAX = 1 << 24;

    /** One open vote: its slot, its bytes and its place in the log. */
    static final class Vote {
        final long slot;
        final byte[] bytes;

        /** The segment that holds the vote; {@code null} if no segment holds the vote. */
        String segment;

        /** The offset in the segment file at which the bytes of the vote begin. */
        long at;

        /** The index in the bytes of the vote after the payload that {@link #find} found last. */
        private int searchFrom;

        private Vote(long slot, byte[] bytes) {
            this.slot = slot;
            this.bytes = bytes;
        }

        /**
         * Returns the index of {@code payload} in the bytes of this vote; -1 if this search does not find
         * {@code payload}.
         */
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
     * Adds the newest vote of a slot, which replaces the slot's earlier vote. No segment of the log holds the added
     * vote yet. After a repair of the log, {@code openFrom} may decrease, because a member may need its votes in lower
     * slots again. The newest vote of any slot names the lowest slot whose vote the member still needs.
     *
     * @return the open vote that was added; {@code null} if the member does not need the vote of its slot
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

    /** Returns the lowest slot whose vote the member still needs. */
    long openFrom() {
        return openFrom;
    }

    boolean isEmpty() {
        return votes.isEmpty();
    }

    /**
     * Returns the open votes in {@code segment}, ascending by slot; if {@code segment} is {@code null}, the open votes
     * that no segment holds.
     */
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

    /** Records that no segment holds a vote any more, because all segments are removed. */
    void displace() {
        for (Vote vote : votes.values()) vote.segment = null;
    }

    List<VoteRecord> records() {
        List<VoteRecord> records = new ArrayList<>(votes.size());
        for (Vote vote : votes.values()) records.add(new VoteRecord(vote.slot, vote.bytes));
        return List.copyOf(records);
    }

    // File of the open votes, which exists while segments of the log are removed

    /**
     * Makes all open votes durable in a file beside the log. The log saves the open votes before it removes segments
     * that hold votes.
     */
    void save(Directory dir, int serverId) throws IOException {
        if (votes.isEmpty()) return;
        WireWriter out = new WireWriter(1024).varint(openFrom).varint(votes.size());
        for (Vote vote : votes.values()) out.varint(vote.slot).bytes(vote.bytes);
        new SmallFile(dir, FileNames.VOTES, serverId).write(out.toByteArray());
    }

    /**
     * Adds the votes in the file beside the log to the open votes. The votes in the file of saved votes are at least as
     * new as the votes in the log: the log accepts no operation between {@link #save} and {@link #dropSaved}. The file
     * of saved votes exists if a crash happened when a part of the log was already removed.
     */
    void merge(OpenVotes saved) {
        for (Vote vote : saved.votes.values()) {
            Vote here = votes.get(vote.slot);
            if (here != null && Arrays.equals(here.bytes, vote.bytes)) continue;
            put(vote.slot, saved.openFrom, vote.bytes);
        }
    }

    /**
     * Reads the votes that {@link #save} wrote to a file beside the log, if this file exists.
     *
     * @param serverId id of the server to which the file of votes must belong; 0 if the file may belong to any server
     * @throws CorruptLogException if the file of votes is damaged
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

    /**
     * Deletes the file of open votes that {@link #save} wrote. The log deletes the file of votes when the log durably
     * holds all open votes again.
     */
    static void dropSaved(Directory dir) throws IOException {
        if (!dir.exists(FileNames.VOTES)) return;
        dir.delete(FileNames.VOTES);
        dir.sync();
    }
}
