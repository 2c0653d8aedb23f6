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
 * Keeps the open votes, which are the newest votes of the slots whose votes the member still needs, and their places in
 * the log. Only one thread uses an {@code OpenVotes} object.
 *
 * <p><b>Bound:</b> there is at most one open vote for each slot.
 */
final class OpenVotes {
    static final int SEARCH_BYTES_MAX = 1024;

    private static final int COUNT_MAX = 1 << 24;

    static final class Vote {
        final long slot;
        final byte[] bytes;

        /** Name of the segment that holds the vote; {@code null} if no segment holds the vote. */
        String segment;

        long at;

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
     * Adds the newest vote of a slot, which no segment of the log holds yet.
     *
     * @param itsOpenFrom the lowest slot whose vote the member still needs, which may be lower after a repair of the
     *     log
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

    void cut(String segment, long end) {
        votes.values().removeIf(vote -> segment.equals(vote.segment) && vote.at >= end);
    }

    void displace() {
        for (Vote vote : votes.values()) vote.segment = null;
    }

    List<VoteRecord> records() {
        List<VoteRecord> records = new ArrayList<>(votes.size());
        for (Vote vote : votes.values()) records.add(new VoteRecord(vote.slot, vote.bytes));
        return List.copyOf(records);
    }

    // File of the open votes, which exists while segments of the log are removed

    void save(Directory dir, int serverId) throws IOException {
        if (votes.isEmpty()) return;
        WireWriter out = new WireWriter(1024).varint(openFrom).varint(votes.size());
        for (Vote vote : votes.values()) out.varint(vote.slot).bytes(vote.bytes);
        new SmallFile(dir, FileNames.VOTES, serverId).write(out.toByteArray());
    }

    /** Adds the votes of the file beside the log, which are at least as new as the votes in the log. */
    void merge(OpenVotes saved) {
        for (Vote vote : saved.votes.values()) {
            Vote here = votes.get(vote.slot);
            if (here != null && Arrays.equals(here.bytes, vote.bytes)) continue;
            put(vote.slot, saved.openFrom, vote.bytes);
        }
    }

    /**
     * Reads the votes that {@link #save} wrote, if their file exists.
     *
     * @param serverId id of the server to which the file must belong; 0 if the file may belong to any server
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

    /** Deletes the file of open votes; callers must first make all open votes durable in the log. */
    static void dropSaved(Directory dir) throws IOException {
        if (!dir.exists(FileNames.VOTES)) return;
        dir.delete(FileNames.VOTES);
        dir.sync();
    }
}
