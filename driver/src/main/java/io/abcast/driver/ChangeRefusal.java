package io.abcast.driver;

import io.abcast.kernel.Membership;
import io.abcast.kernel.MembershipChange;
import io.abcast.kernel.Refusal;

/** Writes the error text for a caller whose membership change was refused. */
final class ChangeRefusal {
    private ChangeRefusal() {}

    /** @param members the membership that this member knows; null if this member knows no membership yet */
    static String text(Refusal why, MembershipChange change, Membership members) {
        String present = members == null ? "" : "; members: " + members;
        return switch (why) {
            case BAD_CHANGE -> misfit(change, members) + present;
            case CHANGE_PENDING ->
                    change
                            + ": another change of the membership is in progress; try again later"
                            + present;
            case CHANGE_NOT_READY ->
                    change
                            + ": not possible now (the leader's log says why): the server is not connected or has not caught up,"
                            + " too few voters would be up, or a member speaks frames of version 1 only"
                            + present;
            case NOT_MEMBER -> "this server is no member" + present;
            default -> change + ": " + why;
        };
    }

    /**
     * The leader's refusal carries only {@link Refusal#BAD_CHANGE}, so this method derives the reason from the
     * membership that this member knows.
     */
    private static String misfit(MembershipChange change, Membership members) {
        try {
            if (members != null) members.after(change);
        } catch (IllegalArgumentException e) {
            return e.getMessage();
        }
        return change + ": does not fit the present membership";
    }
}
