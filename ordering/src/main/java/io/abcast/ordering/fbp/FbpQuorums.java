package io.abcast.ordering.fbp;

/**
 * Sizes of the quorums of Fast Byzantine Paxos for n members, up to f of which may lie. Each member is proposer,
 * acceptor and learner at once, and n &gt;= 5f+1. Source: Martin and Alvisi 2006, section 5 and its pseudo-code.
 *
 * @param members n
 * @param faulty f, at least 1
 */
public record FbpQuorums(int members, int faulty) {
    /**
     * Checks the numbers.
     *
     * @throws IllegalArgumentException if f or n is out of range; the message has the expected and the actual value
     */
    public FbpQuorums {
        if (faulty < 1 || members < 5 * faulty + 1)
            throw new IllegalArgumentException(
                    "FBP: expected f of at least 1 and 5f+1 members, which are 6 for f = 1, got f = "
                            + faulty
                            + " of "
                            + members);
    }

    /** Creates quorums for the largest number f of lying members that {@code members} members tolerate. */
    public static FbpQuorums of(int members) {
        return new FbpQuorums(members, Math.max(1, (members - 1) / 5));
    }

    /**
     * Number of acceptors whose votes in one regency choose a value: 4f+1 if n = 5f+1. With n = 15 and f = 2, the
     * number is 11.
     */
    public int accepted() {
        return (members + 3 * faulty + 2) / 2;
    }

    /** Number of reports in a progress certificate: n-f. */
    public int reports() {
        return members - faulty;
    }

    /**
     * Number of reports of one value that forbid all other values. If n = 5f+1, these are 2f+1 of the 4f+1 reports of a
     * certificate.
     */
    public int forbidding() {
        return (members - faulty + 2) / 2;
    }

    /**
     * Number of members that must have learned a value so that its proposer is satisfied. The same number of suspicions
     * ends a regency. The number is 3f+1 if n = 5f+1, and 9 if n = 15 and f = 2.
     */
    public int learned() {
        return (members + faulty + 2) / 2;
    }

    /** Number of claims that prove a checkpoint: 2f+1, of which at least f+1 are true. */
    public int durable() {
        return 2 * faulty + 1;
    }

    /** Minimum size of a set of members that contains at least one honest member: f+1. */
    public int believed() {
        return faulty + 1;
    }
}
