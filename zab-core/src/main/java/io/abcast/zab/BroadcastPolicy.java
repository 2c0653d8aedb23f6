package io.abcast.zab;

import io.abcast.kernel.Membership;
import java.util.function.LongSupplier;

/**
 * A protocol of the Zab family: the senders, receivers and times of acks and commits in the broadcast phase. All other
 * parts, from election to synchronisation, are common to all protocols. A policy can cost latency or messages, never
 * safety: members deliver an entry only with the evidence that {@link #rule} requires.
 *
 * <p>The leader's policy holds for its epoch, and its followers adopt it. So an ensemble whose members have different
 * settings, for example during an upgrade, runs one protocol at a time.
 *
 * <p>Every method is abstract, so that a policy that wraps another one forwards all of them.
 *
 * <p>Instances are immutable. Source: EL-Sanosi 2018, sections 3.6 and 4.3.3.
 */
public interface BroadcastPolicy {
    /** The name of the protocol's element and of the option on the command line: {@code ZAB_CT}. */
    String name();

    /** The policy's number on the wire, in [0, 255]. */
    int code();

    /**
     * The evidence that a follower needs before it delivers.
     *
     * @param members the number of voters, also in the other methods
     */
    DeliveryRule rule(int members);

    /**
     * Whether the leader's messages carry a {@link Steering}. A policy that switches modes, tosses coins or counts the
     * leader's log needs it.
     */
    boolean steers();

    /** Whether a follower counts the leader's log as one of f+1 logs. The thesis counts only acks of followers. */
    boolean countsLeader();

    /**
     * Whether the protocol can run with that many voters. With a single voter a protocol saves no messages, because
     * there are no followers. No other member can report what a restarted single voter has forgotten. Changes of the
     * ensemble pass through even numbers of voters. A leader that cannot run its own protocol leads with Zab.
     */
    boolean supports(int members);

    /** Whether the number of voters is odd and greater than one; {@link #supports} of most protocols. */
    static boolean isOddEnsemble(int members) {
        return members % 2 == 1 && members > 1;
    }

    /**
     * Checks the number of members.
     *
     * @throws IllegalArgumentException if the protocol cannot run with that many members; the message says what was
     *     expected
     */
    void check(int members);

    /**
     * The {@link #check} of most protocols: requires an odd number of founders.
     *
     * @throws IllegalArgumentException for an even number
     */
    static void checkOdd(String protocol, int members) {
        if (members % 2 == 0)
            throw new IllegalArgumentException(
                    protocol + ": expected an odd number of members, got " + members);
    }

    /**
     * A remark for the operator on how the protocol behaves with that many members; empty if there is nothing to say.
     */
    String remark(int members);

    /**
     * Creates a follower's side, for one session.
     *
     * @param random each call gives 64 random bits
     */
    FollowerPolicy follower(int members, LongSupplier random);

    /** Creates the leader's side, for one epoch. */
    LeaderPolicy leader(Membership members);
}
