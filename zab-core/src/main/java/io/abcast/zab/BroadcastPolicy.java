package io.abcast.zab;

import io.abcast.kernel.Membership;
import java.util.function.LongSupplier;

/**
 * A protocol of the Zab family, as a policy for the broadcast phase: which members send acks and commits, to which
 * members, and when. A defect of a policy cannot violate safety, because members deliver an entry only with the
 * evidence that {@link #rule} requires.
 *
 * <p>The leader's policy applies to the leader's epoch, and its followers adopt the policy, even if they are configured
 * with different protocols.
 *
 * <p>The interface has no default methods, so that a wrapper cannot forget to forward a method to the wrapped policy.
 *
 * <p>Policies are immutable. Source: EL-Sanosi 2018, sections 3.6 and 4.3.3.
 */
public interface BroadcastPolicy {
    /** Returns the name of the protocol in an XML stack of JGroups and on the command line, such as {@code ZAB_CT}. */
    String name();

    /** Returns the policy's number in the wire format, in [0, 255]. */
    int code();

    /**
     * Returns the evidence that a follower needs before it delivers an entry.
     *
     * @param members the number of voters of the ensemble
     */
    DeliveryRule rule(int members);

    /**
     * Whether the leader's messages carry a {@link Steering}: whether Zab's mode (acks to the leader only, commits by
     * the leader) is on, and up to which zxid the leader's log is durable.
     */
    boolean steers();

    /**
     * Whether a follower counts the leader's log as one of the f+1 logs that must hold an entry before the follower
     * delivers it. In EL-Sanosi 2018, a follower counts only the acks of followers.
     */
    boolean countsLeader();

    /**
     * Whether the protocol can run with {@code members} voters; otherwise, a leader leads with {@code ZAB}. A single
     * voter always runs {@code ZAB}.
     */
    boolean supports(int members);

    /** Whether {@code members}, the number of voters, is odd and greater than one. */
    static boolean isOddEnsemble(int members) {
        return members % 2 == 1 && members > 1;
    }

    /**
     * Checks that the protocol can run in an ensemble with {@code members} founders.
     *
     * @throws IllegalArgumentException if the protocol cannot run with {@code members} members
     */
    void check(int members);

    /**
     * Checks that the number of founders is odd.
     *
     * @throws IllegalArgumentException if {@code members} is even
     */
    static void checkOdd(String protocol, int members) {
        if (members % 2 == 0)
            throw new IllegalArgumentException(
                    protocol + ": expected an odd number of members, got " + members);
    }

    /** Returns a remark for the operator on how the protocol behaves with {@code members} members, or an empty text. */
    String remark(int members);

    /**
     * Creates a follower's side of the policy, for one session between the follower and its leader.
     *
     * @param random source of the follower's random choices, which returns 64 random bits at each call
     */
    FollowerPolicy follower(int members, LongSupplier random);

    /** Creates the leader's side of the policy, for the epoch that the leader leads. */
    LeaderPolicy leader(Membership members);
}
