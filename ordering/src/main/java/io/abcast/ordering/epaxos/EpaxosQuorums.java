package io.abcast.ordering.epaxos;

/**
 * Sizes of the quorums of EPaxos with n members.
 *
 * <p>EPaxos makes progress if up to f members fail. A value commits in one round trip if at most e members fail or vote
 * for other dependencies than the proposed ones. Recovery of instances needs n &gt;= 2e + f - 1 (Ryabinin, Gotsman and
 * Sutra 2025).
 *
 * @param members n
 * @param failures f = floor((n-1)/2)
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

    /** Returns the number of members in a quorum: n-f. */
    int quorum() {
        return members - failures;
    }

    /** Returns the number of members in a fast quorum: n-e. */
    int fast() {
        return members - slow;
    }

    /**
     * Returns the minimum number of fast votes among {@code answers} answers with which a fast commit is still possible
     * (rule 4 of recovery).
     */
    int fastVotesMin(int answers) {
        return answers - slow;
    }

    /**
     * Returns whether {@code fastVotes} fast votes for a recovered instance exclude the fast commit of each interfering
     * instance outside its dependencies (rule 9 of recovery).
     */
    boolean excludesOthers(int fastVotes) {
        return fastVotes > members - failures - slow;
    }
}
