package io.abcast.zab;

import io.abcast.kernel.Membership;
import java.util.function.LongSupplier;

/**
 * A protocol of the Zab family, as a policy for the broadcast phase. The policy decides which members send acks and
 * commits, to which members they send them, and when. All phases before the broadcast phase, from election to
 * synchronisation, are common to all protocols of the family. A defect of a policy can increase latency or the number
 * of messages. A defect of a policy cannot violate safety, because members deliver an entry only with the evidence that
 * {@link #rule} requires.
 *
 * <p>The leader's policy applies to the leader's epoch, and its followers adopt the policy. An ensemble therefore runs
 * one protocol at a time, even if its members are configured with different protocols, for example during an upgrade.
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
     * Whether the leader's messages carry a {@link Steering}, which states whether Zab's mode is on, and up to which
     * zxid the leader's log is durable. Followers need this data if the protocol switches to Zab's mode and back,
     * tosses coins, or counts the leader's log.
     */
    boolean steers();

    /**
     * Whether a follower counts the leader's log as one of the f+1 logs that must hold an entry before the follower
     * delivers it. If the result is false, a follower counts only the acks of followers, as in EL-Sanosi 2018.
     */
    boolean countsLeader();

    /**
     * Whether the protocol can run with {@code members} voters. A leader leads with {@code ZAB} if its own protocol
     * does not support the present number of voters. Even numbers of voters occur while an operator changes the
     * ensemble step by step. A single voter always runs {@code ZAB}, because without followers no other protocol saves
     * messages.
     */
    boolean supports(int members);

    /**
     * Whether {@code members}, the number of voters, is odd and greater than one. Most protocols implement
     * {@link #supports} by calling this method.
     */
    static boolean isOddEnsemble(int members) {
        return members % 2 == 1 && members > 1;
    }

    /**
     * Checks that the protocol can run in an ensemble with {@code members} founders.
     *
     * @throws IllegalArgumentException if the protocol cannot run with {@code members} members. The message of the
     *     exception states the number of members that the protocol expects
     */
    void check(int members);

    /**
     * Checks that the number of founders is odd, as the {@link #check} of most protocols does.
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
