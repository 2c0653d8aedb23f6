package io.abcast.ordering.epaxos;

/**
 * Sizes of the quorums of EPaxos.
 *
 * <p>Up to f members may fail. A value commits in one round trip if at most e members fail or vote for other
 * dependencies. Recovery needs n &gt;= 2e + f - 1 (Ryabinin, Gotsman and Sutra 2025).
 *
 * @param members n
 * @param failures f = floor((n-1)/2)
 * @param slow e = min(f, ceil((f+1)/2)), the number of members that a fast quorum can lack
 */
record EpaxosQuorums(int members, int failures, int slow) {
    /** Returns the quorums with the largest f and e for n members. */
    static EpaxosQuorums of(int members) {
        int failures = (members - 1) / 2;
        int slow = Math.min(failures, (failures + 2) / 2);
        assert members >= 2 * slow + failures - 1 : members + " members, e " + slow;
        return new EpaxosQuorums(members, failures, slow);
    }

    /** Size of a quorum: n-f. */
    int quorum() {
        return members - failures;
    }

    /** Size of a fast quorum: n-e. */
    int fast() {
        return members - slow;
    }

    /**
     * Rule 4 of recovery: the minimum number of fast votes among {@code answers} answers with which a fast commit is
     * still possible.
     */
    int fastVotesMin(int answers) {
        return answers - slow;
    }

    /**
     * Rule 9 of recovery. If the recovery of an instance counts {@code fastVotes} fast votes: whether this excludes the
     * fast commit of each interfering instance that is not among its dependencies.
     */
    boolean excludesOthers(int fastVotes) {
        return fastVotes > members - failures - slow;
    }
}
