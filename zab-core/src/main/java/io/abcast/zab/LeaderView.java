package io.abcast.zab;

import io.abcast.kernel.Zxid;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

/** Describes the followers of a leader to operators, as texts and figures. */
final class LeaderView {
    private LeaderView() {}

    /** Returns the last acked zxid of each member, in rank order; -1 for a member that has not entered this epoch. */
    static long[] acked(Progress[] followers, int self, boolean selfEntered, QuorumTracker acks) {
        long[] acked = new long[followers.length];
        for (int r = 0; r < acked.length; r++) {
            boolean counts = r == self ? selfEntered : followers[r] != null && followers[r].entered;
            acked[r] = counts ? acks.acked(r) : -1;
        }
        return acked;
    }

    static List<SessionStatus> sessions(Progress[] followers, QuorumTracker acks, long nowNanos) {
        List<SessionStatus> sessions = new ArrayList<>(followers.length);
        for (Progress p : followers) {
            if (p == null) continue;
            boolean streaming = p.stage == Progress.Stage.STREAMING;
            sessions.add(
                    new SessionStatus(
                            p.link.peer,
                            p.link.session,
                            p.upToDate ? "SERVING" : p.stage.name(),
                            p.upToDate,
                            p.entered ? acks.acked(p.rank) : -1,
                            streaming ? p.sentThrough : -1,
                            p.window.bytes(),
                            p.stage == Progress.Stage.FETCHING ? p.lacksBytes : 0,
                            nowNanos - p.heardNanos));
        }
        return sessions;
    }

    static String leading(int epoch, long historyEnd, Progress[] followers) {
        StringJoiner ids = new StringJoiner(", ", ", followed by ", "");
        ids.setEmptyValue("");
        for (Progress p : followers) if (p != null && p.entered) ids.add("" + p.link.peer);
        return "leading epoch "
                + epoch
                + " with a history up to "
                + Zxid.toString(historyEnd)
                + ids;
    }

    static String upToDate(Progress p, long nowNanos) {
        return "follower %d is up to date at %s, %d ms after it came"
                .formatted(
                        p.link.peer,
                        Zxid.toString(p.sentThrough),
                        (nowNanos - p.joinedNanos) / 1_000_000);
    }
}
