package io.abcast.bulk;

import io.abcast.bulk.BulkMessage.Phase;
import io.abcast.bulk.BulkMessage.Progress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Records, for each other member, the last reported state and how long it has been unreachable. */
final class BulkPeers {
    private final int self;
    private final int[] others;
    private final TreeMap<Integer, Progress> said = new TreeMap<>();
    private final TreeMap<Integer, Long> awaySinceNanos = new TreeMap<>();
    private int[] reachable;

    BulkPeers(int self, Iterable<Integer> members, long nowNanos) {
        this.self = self;
        List<Integer> ids = new ArrayList<>();
        for (int member : members) if (member != self) ids.add(member);
        others = ids.stream().mapToInt(Integer::intValue).sorted().toArray();
        for (int other : others) awaySinceNanos.put(other, nowNanos);
        reachable = new int[] {self};
    }

    int[] others() {
        return others;
    }

    /** @return the members that have become reachable since the last call of this method */
    List<Integer> onReachable(int[] members, long nowNanos) {
        List<Integer> fresh = new ArrayList<>();
        for (int other : others) {
            boolean there = Arrays.binarySearch(members, other) >= 0;
            if (there && awaySinceNanos.remove(other) != null) fresh.add(other);
            else if (!there) awaySinceNanos.putIfAbsent(other, nowNanos);
        }
        reachable = members.clone();
        return fresh;
    }

    boolean isReachable(int member) {
        return Arrays.binarySearch(reachable, member) >= 0;
    }

    /**
     * Records the state that a member has reported. If a member that still counts as unreachable reports that it takes
     * part in a new transfer, its absence counts only from this report on. A courier may deliver messages of a
     * restarted member before the member's connection for blocks is open.
     */
    void onProgress(int from, Progress progress, long nowNanos) {
        Progress before = said.put(from, progress);
        if (before == null || before.run() != progress.run())
            awaySinceNanos.replace(from, nowNanos);
    }

    /** The state in the transfer that a member reported last; null before the member's first report. */
    Progress progress(int member) {
        return said.get(member);
    }

    Phase phase(int member, int run) {
        Progress progress = said.get(member);
        return progress == null || progress.run() != run ? Phase.WAITING : progress.phase();
    }

    /** Returns the members that take part in the transfer and are reachable, this member included. */
    int[] takingPart(int run) {
        List<Integer> ids = new ArrayList<>(List.of(self));
        for (int other : others) {
            Phase phase = phase(other, run);
            if (isReachable(other) && (phase == Phase.RUNNING || phase == Phase.DONE))
                ids.add(other);
        }
        return ids.stream().mapToInt(Integer::intValue).sorted().toArray();
    }

    /**
     * Whether the source no longer waits for a member, because the member has finished or has been absent for too long.
     */
    boolean over(int member, int run, long goneNanos, long joinUntilNanos, long nowNanos) {
        Phase phase = phase(member, run);
        if (phase == Phase.DONE || phase == Phase.FAILED || phase == Phase.UNWANTED) return true;
        Progress last = said.get(member);
        boolean knows = last != null && last.run() == run;
        if (isReachable(member)) return !knows && nowNanos - joinUntilNanos > 0;
        long away = nowNanos - awaySinceNanos.getOrDefault(member, nowNanos);
        return phase == Phase.RUNNING ? away > goneNanos : nowNanos - joinUntilNanos > 0;
    }

    /**
     * Returns, by member id, the number of blocks that each other member has received, except the member {@code
     * without}.
     */
    Map<Integer, Long> ranks(int run, int without) {
        Map<Integer, Long> ranks = new TreeMap<>();
        for (int other : others)
            if (other != without)
                ranks.put(other, phase(other, run) == Phase.WAITING ? 0 : said.get(other).rank());
        return ranks;
    }
}
