package io.abcast.zab;

import io.abcast.kernel.Membership;
import java.util.function.LongSupplier;

/**
 * A protocol of the Zab family. It decides which members send acks and commits in the broadcast phase, to which members
 * and when. All other phases, from election to synchronisation, are common to all protocols. A bad policy can cost
 * latency or messages, but not safety, because members deliver an entry only with the evidence that {@link #rule}
 * requires.
 *
 * <p>The leader's policy holds for its epoch, and its followers adopt it. So an ensemble whose members have different
 * settings, for example during an upgrade, runs one protocol at a time.
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
     * Whether the leader's messages carry a {@link Steering}. A policy that switches modes, tosses coins or counts the
     * leader's log needs a {@link Steering}.
     */
    boolean steers();

    /**
     * Whether a follower counts the leader's log as one of the f+1 logs that hold an entry. The thesis counts only acks
     * of followers.
     */
    boolean countsLeader();

    /**
     * Whether the protocol can run with {@code members} voters. A leader that cannot run its own protocol leads with
     * Zab. With a single voter a protocol saves no messages, because there are no followers. Also, no other member can
     * report the entries that a restarted single voter has lost. Changes of the ensemble pass through even numbers of
     * voters.
     */
    boolean supports(int members);

    /** Whether the number of voters is odd and greater than one. Most protocols implement {@link #supports} by this. */
    static boolean isOddEnsemble(int members) {
        return members % 2 == 1 && members > 1;
    }

    /**
     * Checks the number of members.
     *
     * @throws IllegalArgumentException if the protocol cannot run with {@code members} members. The message says what
     *     was expected
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
