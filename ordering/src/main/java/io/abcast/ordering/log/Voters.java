package io.abcast.ordering.log;

import io.abcast.kernel.Membership;
import io.abcast.ordering.log.LogMessage.Rank;
import io.abcast.ordering.log.LogMessage.Standing;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Tracks which members have lost their votes, and which members belong to another ensemble, as far as this member
 * knows.
 */
public final class Voters {
    private static final long NEVER = Long.MIN_VALUE / 2;

    private final Membership members;
    private final int rank;
    private final Consumer<String> report;

    /**
     * For each member, by rank: time in ns of its last message that it does not vote; {@link #NEVER} if it votes, as
     * far as this member knows.
     */
    private final long[] lostNanos;

    private final boolean[] forgetful;

    private final long[] foreignNanos;

    /** Returns the server ids in {@code ids} as text, such as {@code 1, 3}. */
    public static String ids(List<Integer> ids) {
        return ids.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }

    public Voters(Membership members, int id, Consumer<String> report) {
        this.members = members;
        this.rank = members.rank(id);
        this.report = report;
        lostNanos = new long[members.size()];
        forgetful = new boolean[members.size()];
        foreignNanos = new long[members.size()];
        Arrays.fill(lostNanos, NEVER);
        Arrays.fill(foreignNanos, NEVER);
    }

    /**
     * Records what {@code theirs}, a message of member {@code from} about its right to vote, states about its votes and
     * its ensemble.
     *
     * @param era era (founding number) of this member's ensemble; 0 if this member knows no ensemble
     */
    public void onStanding(int from, Standing theirs, long era, long nowNanos) {
        boolean votes = theirs.rank() == Rank.VOTER;
        lostNanos[members.rank(from)] = votes ? NEVER : nowNanos;
        forgetful[members.rank(from)] = votes && theirs.gap();
        boolean foreign = votes && theirs.era() != era && era != 0;
        if (foreign) onForeign(from, theirs.era(), nowNanos);
    }

    /**
     * Forgets statements about lost votes that are older than four election timeouts, because a member that does not
     * vote repeats its statement.
     */
    public void onTick(long nowNanos, long electionTimeoutNanos) {
        for (int r = 0; r < lostNanos.length; r++)
            if (nowNanos - lostNanos[r] > 4 * electionTimeoutNanos) lostNanos[r] = NEVER;
    }

    /** Records that member {@code from} belongs to another ensemble, and reports the member to the operator. */
    public void onForeign(int from, long era, long nowNanos) {
        int r = members.rank(from);
        if (nowNanos - foreignNanos[r] < Refusals.LINE_NANOS) return;
        foreignNanos[r] = nowNanos;
        report.accept(
                "member "
                        + from
                        + " belongs to another ensemble (era "
                        + Long.toHexString(era)
                        + ")");
    }

    /**
     * Server ids of the members that have lost their votes, in ascending order.
     *
     * @param votes whether this member votes
     */
    public List<Integer> lost(boolean votes) {
        return those(!votes, false);
    }

    /**
     * Server ids, in ascending order, of the members of {@link #lost} and of the members that have forgotten votes and
     * so vote only in later slots until they have caught up.
     *
     * @param all whether this member has all its votes
     */
    List<Integer> incomplete(boolean all) {
        return those(!all, true);
    }

    /**
     * Number of members that have their votes, as far as this member knows.
     *
     * @param votes whether this member votes
     */
    public int left(boolean votes) {
        return members.size() - lost(votes).size();
    }

    private List<Integer> those(boolean own, boolean withForgetful) {
        List<Integer> those = new ArrayList<>();
        for (int r = 0; r < lostNanos.length; r++) {
            boolean other = lostNanos[r] != NEVER || (withForgetful && forgetful[r]);
            if (r == rank ? own : other) those.add(members.id(r));
        }
        return those;
    }
}
