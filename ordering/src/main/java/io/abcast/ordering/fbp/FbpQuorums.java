package io.abcast.ordering.fbp;

/**
 * Sizes of the quorums of Fast Byzantine Paxos for n members that are proposer, acceptor and learner at once, f of
 * which may lie. Source: Martin and Alvisi 2006, section 5 and its pseudo-code; n &gt;= 5f+1.
 *
 * @param members n
 * @param faulty f, at least 1
 */
public record FbpQuorums(int members, int faulty) {
    /** @throws IllegalArgumentException with the expected and the actual value */
    public FbpQuorums {
        if (faulty < 1 || members < 5 * faulty + 1)
            throw new IllegalArgumentException(
                    "FBP: expected f of at least 1 and 5f+1 members, which are 6 for f = 1, got f = "
                            + faulty
                            + " of "
                            + members);
    }

    /** Quorums with the largest number of liars that this number of members tolerates. */
    public static FbpQuorums of(int members) {
        return new FbpQuorums(members, Math.max(1, (members - 1) / 5));
    }

    /** Number of acceptors whose votes in one regency choose a value: 4f+1 of n = 5f+1, or 11 of n = 15 with f = 2. */
    public int accepted() {
        return (members + 3 * faulty + 2) / 2;
    }

    /** Number of reports in a progress certificate: n-f. */
    public int reports() {
        return members - faulty;
    }

    /** Number of reports that forbid a value, because all of them report the same other value: 2f+1 of 4f+1. */
    public int forbidding() {
        return (members - faulty + 2) / 2;
    }

    /**
     * Number of learners that have learned, or of members that suspect the leader: 3f+1 of 5f+1, 9 of 15 with f = 2.
     */
    public int learned() {
        return (members + faulty + 2) / 2;
    }

    /** Number of claims that prove a checkpoint: 2f+1, of which f+1 are true. */
    public int durable() {
        return 2 * faulty + 1;
    }

    /** Number of members of which at least one is honest: f+1. */
    public int believed() {
        return faulty + 1;
    }
}
