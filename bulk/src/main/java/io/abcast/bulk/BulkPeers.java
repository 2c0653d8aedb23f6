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
     * If an unreachable member reports that it takes part in a new transfer, its absence counts only from this report
     * on.
     */
    void onProgress(int from, Progress progress, long nowNanos) {
        Progress before = said.put(from, progress);
        if (before == null || before.run() != progress.run())
            awaySinceNanos.replace(from, nowNanos);
    }

    Progress progress(int member) {
        return said.get(member);
    }

    Phase phase(int member, int run) {
        Progress progress = said.get(member);
        return progress == null || progress.run() != run ? Phase.WAITING : progress.phase();
    }

    int[] takingPart(int run) {
        List<Integer> ids = new ArrayList<>(List.of(self));
        for (int other : others) {
            Phase phase = phase(other, run);
            if (isReachable(other) && (phase == Phase.RUNNING || phase == Phase.DONE))
                ids.add(other);
        }
        return ids.stream().mapToInt(Integer::intValue).sorted().toArray();
    }

    /** Whether a member has finished or has been absent for too long, so that the source waits no longer for it. */
    boolean over(int member, int run, long goneNanos, long joinUntilNanos, long nowNanos) {
        Phase phase = phase(member, run);
        if (phase == Phase.DONE || phase == Phase.FAILED || phase == Phase.UNWANTED) return true;
        Progress last = said.get(member);
        boolean knows = last != null && last.run() == run;
        if (isReachable(member)) return !knows && nowNanos - joinUntilNanos > 0;
        long away = nowNanos - awaySinceNanos.getOrDefault(member, nowNanos);
        return phase == Phase.RUNNING ? away > goneNanos : nowNanos - joinUntilNanos > 0;
    }

    Map<Integer, Long> ranks(int run, int without) {
        Map<Integer, Long> ranks = new TreeMap<>();
        for (int other : others)
            if (other != without)
                ranks.put(other, phase(other, run) == Phase.WAITING ? 0 : said.get(other).rank());
        return ranks;
    }
}
