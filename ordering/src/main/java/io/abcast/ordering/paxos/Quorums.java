package io.abcast.ordering.paxos;

/**
 * Sizes of the quorums of n acceptors in Paxos and Fast Paxos.
 *
 * <p>Any two classic quorums share an acceptor: 2 x classic &gt; n. A classic quorum and any two fast quorums share an
 * acceptor: classic + 2 x fast &gt; 2n. Lamport 2006, section 2.2, states the rule for fast quorums: "any two fast
 * quorums and any quorum have a non-empty intersection".
 *
 * @param acceptors number n of acceptors
 * @param classic number of acceptors in a quorum of a preparation, and of a round in which only the leader proposes.
 * @param fast number of acceptors in a quorum of a fast round, in which acceptors accept the value that arrives first;
 *     0 without fast rounds
 */
public record Quorums(int acceptors, int classic, int fast) {
    /** Returns the quorum sizes of classical Paxos: f+1 of n = 2f+1 acceptors. */
    public static Quorums majority(int acceptors) {
        return checked(acceptors, acceptors / 2 + 1, 0);
    }

    /**
     * Returns the quorum sizes of Fast Paxos: a majority as classic quorum, and the smallest fast quorum that is safe
     * with it, for example 4 of 5 acceptors.
     */
    public static Quorums fastPaxos(int acceptors) {
        int classic = acceptors / 2 + 1;
        return checked(acceptors, classic, (2 * acceptors - classic) / 2 + 1);
    }

    /**
     * Returns the quorum sizes of Fast Paxos with a fast quorum of {@code fast} acceptors and the smallest safe classic
     * quorum.
     *
     * @throws IllegalArgumentException if no classic quorum is safe with a fast quorum of {@code fast} acceptors
     */
    public static Quorums fastPaxos(int acceptors, int fast) {
        return checked(acceptors, Math.max(acceptors / 2 + 1, 2 * acceptors - 2 * fast + 1), fast);
    }

    private static Quorums checked(int acceptors, int classic, int fast) {
        Quorums quorums = new Quorums(acceptors, classic, fast);
        String unsafe = quorums.whyUnsafe();
        if (unsafe != null) throw new IllegalArgumentException(unsafe);
        return quorums;
    }

    /**
     * Returns the reason why two decisions could differ with these quorum sizes, with the expected and the actual
     * value; {@code null} if the sizes are safe.
     */
    public String whyUnsafe() {
        if (classic > acceptors || 2 * classic <= acceptors)
            return "classic quorum: expected more than half of "
                    + acceptors
                    + " acceptors and at most all, got "
                    + classic;
        if (fast == 0) return null;
        if (fast > acceptors || fast < classic)
            return "fast quorum: expected "
                    + classic
                    + " (the classic one) to "
                    + acceptors
                    + ", got "
                    + fast;
        if (2 * fast + classic <= 2 * acceptors)
            return "fast quorum: expected 2 x fast + classic above "
                    + 2 * acceptors
                    + " for "
                    + acceptors
                    + " acceptors, got 2 x "
                    + fast
                    + " + "
                    + classic;
        return null;
    }

    /** Maximum number of acceptors that may be down while the other acceptors can still decide slots. */
    public int faultsMax() {
        return acceptors - classic;
    }
}
