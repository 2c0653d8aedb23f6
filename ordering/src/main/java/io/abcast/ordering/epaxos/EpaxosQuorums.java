package io.abcast.ordering.epaxos;

/**
 * Sizes of the quorums of EPaxos in an ensemble of n members.
 *
 * <p>EPaxos makes progress if at most f members fail. An instance commits in one round trip if at most e members fail
 * or vote for other dependencies than the coordinator proposed. Recoveries are correct only if n &gt;= 2e + f - 1
 * (Ryabinin, Gotsman and Sutra 2025).
 *
 * @param members n, the number of members.
 * @param failures f = floor((n-1)/2), the number of members that may fail.
 * @param slow e = min(f, ceil((f+1)/2)), the number of members that a fast quorum can lack
 */
record EpaxosQuorums(int members, int failures, int slow) {
    /** Returns the quorum sizes with the largest f and e for n = {@code members} members. */
    static EpaxosQuorums of(int members) {
        int failures = (members - 1) / 2;
        int slow = Math.min(failures, (failures + 2) / 2);
        assert members >= 2 * slow + failures - 1 : members + " members, e " + slow;
        return new EpaxosQuorums(members, failures, slow);
    }

    /** Returns the number of members in a quorum, n-f, whose votes are needed for each decision. */
    int quorum() {
        return members - failures;
    }

    /** Returns the number of members in a fast quorum, n-e, whose equal votes commit an instance in one round trip. */
    int fast() {
        return members - slow;
    }

    /**
     * Returns the minimum number of fast votes that a recovery must find among {@code answers} answers, so that a fast
     * commit is still possible (rule 4 of recovery).
     */
    int fastVotesMin(int answers) {
        return answers - slow;
    }

    /**
     * Returns whether {@code fastVotes} fast votes for an instance prove that an interfering instance outside its
     * dependencies was not committed fast (rule 9 of recovery).
     */
    boolean excludesOthers(int fastVotes) {
        return fastVotes > members - failures - slow;
    }
}
