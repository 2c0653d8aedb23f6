package io.abcast.kernel;

/**
 * One step from one {@link Membership} to the next. Immutable.
 *
 * @param id server id of the member that it is about
 */
public record MembershipChange(Kind kind, int id) {
    /** What happens to the member. The order is that of the numbers on the wire. */
    public enum Kind {
        /** A server that is no member becomes an observer: it learns everything and never votes. */
        ADD_OBSERVER,
        /** An observer becomes a voter. */
        PROMOTE,
        /** A voter becomes an observer. */
        DEMOTE,
        /** A voter or observer is no member any more. */
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
