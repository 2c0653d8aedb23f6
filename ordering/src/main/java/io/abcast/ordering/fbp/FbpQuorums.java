package io.abcast.ordering.fbp;

/**
 * Sizes of the quorums of Fast Byzantine Paxos for n members, up to f of which may lie; n &gt;= 5f+1. Source: Martin
 * and Alvisi 2006, section 5 and its pseudo-code.
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

    /** Number of acceptors whose votes in one regency (leader's term) choose a value: 4f+1 if n = 5f+1. */
    public int accepted() {
        return (members + 3 * faulty + 2) / 2;
    }

    /** Number of reports in a progress certificate: n-f. */
    public int reports() {
        return members - faulty;
    }

    /** Number of reports of one value that forbid the leader to propose any other value: 2f+1 if n = 5f+1. */
    public int forbidding() {
        return (members - faulty + 2) / 2;
    }

    /**
     * Number of members that must have learned a value so that its proposer is satisfied, or must suspect a leader so
     * that its regency ends: 3f+1 if n = 5f+1.
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
