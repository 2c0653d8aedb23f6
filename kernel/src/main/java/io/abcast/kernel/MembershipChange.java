package io.abcast.kernel;

/**
 * One step from one {@link Membership} to the next. Immutable.
 *
 * @param id server id of the member that changes
 */
public record MembershipChange(Kind kind, int id) {
    /** The kind of change. The ordinal of a constant is its number on the wire. */
    public enum Kind {
        /** A server that is not a member becomes an observer, which receives all entries and never votes. */
        ADD_OBSERVER,
        /** An observer becomes a voter. */
        PROMOTE,
        /** A voter becomes an observer. */
        DEMOTE,
        /** A voter or observer is removed from the ensemble. */
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
