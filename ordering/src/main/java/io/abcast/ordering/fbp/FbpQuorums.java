package io.abcast.ordering.fbp;

/**
 * Sizes of the quorums of Fast Byzantine Paxos for n members, up to f of which may lie. Each of the n members is
 * proposer, acceptor and learner at once, and n &gt;= 5f+1. Source of the sizes: Martin and Alvisi 2006, section 5 and
 * its pseudo-code.
 *
 * @param members number n of members
 * @param faulty maximum number f of lying members, at least 1
 */
public record FbpQuorums(int members, int faulty) {
    /**
     * Checks that the numbers of members and of lying members are in their ranges.
     *
     * @throws IllegalArgumentException if f or n is out of range; the message of the exception has the expected and the
     *     actual value
     */
    public FbpQuorums {
        if (faulty < 1 || members < 5 * faulty + 1)
            throw new IllegalArgumentException(
                    "FBP: expected f of at least 1 and 5f+1 members, which are 6 for f = 1, got f = "
                            + faulty
                            + " of "
                            + members);
    }

    /** Creates quorums for the largest number f of lying members that an ensemble of size {@code members} tolerates. */
    public static FbpQuorums of(int members) {
        return new FbpQuorums(members, Math.max(1, (members - 1) / 5));
    }

    /**
     * Number of acceptors whose votes in one regency (leader's term) choose a value. If n = 5f+1, 4f+1 acceptors choose
     * a value. With n = 15 and f = 2, 11 acceptors choose a value.
     */
    public int accepted() {
        return (members + 3 * faulty + 2) / 2;
    }

    /** Number of reports in a progress certificate: n-f. */
    public int reports() {
        return members - faulty;
    }

    /**
     * Number of reports with one value that forbid the leader to propose any other value. If n = 5f+1, 2f+1 of the 4f+1
     * reports of a certificate forbid all other values.
     */
    public int forbidding() {
        return (members - faulty + 2) / 2;
    }

    /**
     * Number of members that must have learned a value so that the proposer of the value is satisfied. A regency
     * (leader's term) ends when {@code learned} members suspect its leader. If n = 5f+1, 3f+1 members must have learned
     * a value; with n = 15 and f = 2, 9 members must have learned it.
     */
    public int learned() {
        return (members + faulty + 2) / 2;
    }

    /** Number of equal signed claims that prove a checkpoint: 2f+1, of which at least f+1 come from honest members. */
    public int durable() {
        return 2 * faulty + 1;
    }

    /** Minimum size of a set of members that contains at least one honest member: f+1. */
    public int believed() {
        return faulty + 1;
    }
}
