package io.abcast.ordering.epaxos;

/**
 * Sizes of the quorums of EPaxos.
 *
 * <p>Up to f members may fail. A value commits in one round trip if at most e members fail or disagree. Recovery needs
 * n &gt;= 2e + f - 1 (Ryabinin, Gotsman and Sutra 2025).
 *
 * @param members n
 * @param failures f = floor((n-1)/2)
 * @param slow e = min(f, ceil((f+1)/2)), the number of members that a fast quorum can lack
 */
record EpaxosQuorums(int members, int failures, int slow) {
    /** The largest f and e for n members. */
    static EpaxosQuorums of(int members) {
        int failures = (members - 1) / 2;
        int slow = Math.min(failures, (failures + 2) / 2);
        assert members >= 2 * slow + failures - 1 : members + " members, e " + slow;
        return new EpaxosQuorums(members, failures, slow);
    }

    /** n-f: members of a quorum. */
    int quorum() {
        return members - failures;
    }

    /** n-e: members of a fast quorum. */
    int fast() {
        return members - slow;
    }

    /** Rule 4 of recovery: the fewest fast votes among {@code answers} answers that do not exclude a fast commit. */
    int fastVotesMin(int answers) {
        return answers - slow;
    }

    /**
     * Rule 9 of recovery: whether an instance whose recovery counts {@code fastVotes} fast votes excludes the fast
     * commit of each interfering instance that it does not depend on.
     */
    boolean excludesOthers(int fastVotes) {
        return fastVotes > members - failures - slow;
    }
}
