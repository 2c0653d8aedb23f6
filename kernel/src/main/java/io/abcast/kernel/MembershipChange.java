package io.abcast.kernel;

/**
 * One change from one {@link Membership} to the next {@link Membership}. Immutable.
 *
 * @param kind kind of the change, for example the removal of a member
 * @param id server id of the server that is added, promoted, demoted or removed
 */
public record MembershipChange(Kind kind, int id) {
    /**
     * The kinds of membership changes. The wire format uses the ordinal of an enum constant as the number of the kind.
     */
    public enum Kind {
        /**
         * Kind of change: a server that is not a member becomes an observer, which receives all entries and never
         * votes.
         */
        ADD_OBSERVER,
        /** Kind of change: an observer becomes a voter. */
        PROMOTE,
        /** Kind of change: a voter becomes an observer. */
        DEMOTE,
        /** Kind of change: a voter or observer is removed from the ensemble. */
        REMOVE
    }

    @Override
    public String toString() {
        return switch (kind) {
            case ADD_OBSERVER -> "add observer " + id;
            case PROMOTE -> "promote " + id;
            case DEMOTE -> "demote " + id;
            case REMOVE -> "remove " + id;
        };
    }
}
