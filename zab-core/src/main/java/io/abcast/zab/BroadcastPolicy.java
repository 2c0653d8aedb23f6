package io.abcast.zab;

import io.abcast.kernel.Membership;
import java.util.function.LongSupplier;

/**
 * A protocol of the Zab family. The policy decides which members send acks and commits in the broadcast phase, to which
 * members and when. All other phases, from election to synchronisation, are common to all protocols of the family. A
 * wrong policy can increase latency or the number of messages, but cannot violate safety, because members deliver an
 * entry only with the evidence that {@link #rule} requires.
 *
 * <p>The leader's policy holds for its epoch, and its followers adopt it. So an ensemble runs one protocol at a time,
 * even if its members are configured with different protocols, for example during an upgrade.
 *
 * <p>Every method is abstract, so that a policy that wraps another policy must forward all methods.
 *
 * <p>Instances are immutable. Source: EL-Sanosi 2018, sections 3.6 and 4.3.3.
 */
public interface BroadcastPolicy {
    /**
     * The name of the protocol, both as an XML element and as an option on the command line, such as {@code ZAB_CT}.
     */
    String name();

    /** The policy's number on the wire, in [0, 255]. */
    int code();

    /**
     * Returns the evidence that a follower needs before it delivers an entry.
     *
     * @param members the number of voters, as in the other methods
     */
    DeliveryRule rule(int members);

    /**
     * Whether the leader's messages carry a {@link Steering}, which is data about the mode and the leader's log. A
     * policy needs this data if it switches modes, tosses coins or counts the leader's log.
     */
    boolean steers();

    /**
     * Whether a follower counts the leader's log as one of the f+1 logs that hold an entry. The thesis (EL-Sanosi 2018)
     * counts only acks of followers.
     */
    boolean countsLeader();

    /**
     * Whether the protocol can run with {@code members} voters. A leader that cannot run its own protocol leads with
     * Zab. With a single voter no protocol saves messages, because there are no followers, and no other member knows
     * the entries that a restarted voter has lost. Even numbers of voters occur while the ensemble is changed step by
     * step.
     */
    boolean supports(int members);

    /**
     * Whether the number of voters is odd and greater than one. Most protocols implement {@link #supports} by this
     * method.
     */
    static boolean isOddEnsemble(int members) {
        return members % 2 == 1 && members > 1;
    }

    /**
     * Checks the number of members.
     *
     * @throws IllegalArgumentException if the protocol cannot run with {@code members} members. The message of the
     *     exception states what was expected
     */
    void check(int members);

    /**
     * Requires an odd number of founders, as the {@link #check} of most protocols does.
     *
     * @throws IllegalArgumentException for an even number
     */
    static void checkOdd(String protocol, int members) {
        if (members % 2 == 0)
            throw new IllegalArgumentException(
                    protocol + ": expected an odd number of members, got " + members);
    }

    /** A remark for the operator on how the protocol behaves with {@code members} members, or an empty text. */
    String remark(int members);

    /**
     * Creates a follower's side of the policy, for one session.
     *
     * @param random returns 64 random bits at each call
     */
    FollowerPolicy follower(int members, LongSupplier random);

    /** Creates the leader's side of the policy, for one epoch. */
    LeaderPolicy leader(Membership members);
}
