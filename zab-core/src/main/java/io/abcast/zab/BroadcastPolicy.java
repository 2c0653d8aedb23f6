package io.abcast.zab;

import io.abcast.kernel.Membership;
import java.util.function.LongSupplier;

/**
 * What tells one protocol of the Zab family from another: who is told what in the broadcast phase, and when. Everything else,
 * from election to synchronisation, is common. A policy can cost latency or messages, never safety: nothing is delivered without
 * the evidence that {@link #rule} asks for.
 *
 * <p>The leader's policy holds for its epoch, and its followers adopt it; so an ensemble whose members are configured
 * differently, during an upgrade for example, runs one protocol at a time.
 *
 * <p>Each method is abstract, so that a policy that wraps another one forwards all of them.
 *
 * <p>Instances are immutable. Source: EL-Sanosi 2018, sections 3.6 and 4.3.3.
 */
public interface BroadcastPolicy {
    /** As in the protocol's element and on the command line: {@code ZAB_CT}. */
    String name();

    /** The policy's number on the wire, in [0, 255]. */
    int code();

    /** What a follower's delivery needs, in an ensemble of {@code members} voters; so everywhere here. */
    DeliveryRule rule(int members);

    /** Whether the leader's messages carry a {@link Steering}: for policies that switch, toss coins or count the leader's log. */
    boolean steers();

    /** Whether a follower counts the leader's durable mark as one of f+1. The thesis counts follower acks alone. */
    boolean countsLeader();

    /**
     * Whether the protocol can run with that many voters. One has no followers to save messages with, and no others to ask what it
     * may have forgotten. Changes of the ensemble pass through even numbers; a leader that cannot run its protocol with so many leads
     * with Zab.
     */
    boolean supports(int members);

    /** What {@link #supports} says for most protocols: an odd number of voters, more than one. */
    static boolean isOddEnsemble(int members) {
        return members % 2 == 1 && members > 1;
    }

    /**
     * @throws IllegalArgumentException if the protocol cannot run with that many members; the message says what was expected
     */
    void check(int members);

    /** What {@link #check} asks for most protocols: an odd number of founders. @throws IllegalArgumentException for an even one */
    static void checkOdd(String protocol, int members) {
        if (members % 2 == 0)
            throw new IllegalArgumentException(
                    protocol + ": expected an odd number of members, got " + members);
    }

    /** Why it does what it does with that many members, for the operator; empty if there is nothing to say. */
    String remark(int members);

    /**
     * A follower's side, for one session.
     *
     * @param random each call gives 64 random bits
     */
    FollowerPolicy follower(int members, LongSupplier random);

    /** The leader's side, for one epoch. */
    LeaderPolicy leader(Membership members);
}
