package io.abcast.zab;

import io.abcast.kernel.Entry;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Message;
import io.abcast.kernel.Node;
import io.abcast.sim.FuzzResult;
import io.abcast.zab.ZabMessage.PeerAck;
import java.util.function.LongSupplier;

/**
 * Counts how often simulated runs reach code that only variants of Zab use, so that tests can fail if their runs no
 * longer reach this code.
 */
final class VariantCoverage {
    long runs;
    long runsWithSwitch;
    long switches;
    long tails;
    long forcedTosses;
    long stuckVotes;
    long restrictedWaits;
    long blockedRuns;

    long deliveredByPeers;

    private long switchesBefore;

    void note(FuzzResult result) {
        runs++;
        if (result.blocked()) blockedRuns++;
        if (switches > switchesBefore) runsWithSwitch++;
        switchesBefore = switches;
    }

    Tap tap() {
        return new Watch();
    }

    BroadcastPolicy watched(BroadcastPolicy policy) {
        return new Watched(policy);
    }

    @Override
    public String toString() {
        return ("runs %d, with a switch %d, switches %d, Tails %d, forced tosses %d, stuck votes %d, restricted waits %d, "
                        + "blocked runs %d, delivered by peers %d")
                .formatted(
                        runs,
                        runsWithSwitch,
                        switches,
                        tails,
                        forcedTosses,
                        stuckVotes,
                        restrictedWaits,
                        blockedRuns,
                        deliveredByPeers);
    }

    private final class Watch extends Tap {
        private boolean peerAck;

        @Override
        void receive(int from, Message message, Node node) {
            peerAck = message instanceof PeerAck;
            super.receive(from, message, node);
            peerAck = false;
        }

        @Override
        void delivered(Entry entry) {
            if (peerAck) deliveredByPeers++;
        }

        @Override
        void reported(String line) {
            if (line.startsWith("switching to ")) switches++;
            else if (line.startsWith("voting for Zab: not deliverable")) stuckVotes++;
            else if (line.contains("members beside")) restrictedWaits++;
        }
    }

    private final class Watched extends ForwardingPolicy {
        Watched(BroadcastPolicy policy) {
            super(policy);
        }

        @Override
        public FollowerPolicy follower(int members, LongSupplier random) {
            FollowerPolicy real = super.follower(members, random);
            return new ForwardingFollower(real) {
                @Override
                public AckTarget onLogged(long nowNanos) {
                    AckTarget target = super.onLogged(nowNanos);
                    if (target == AckTarget.NO_MEMBER) tails++;
                    return target;
                }

                @Override
                public AckTarget onTossAgain(long nowNanos) {
                    forcedTosses++;
                    return super.onTossAgain(nowNanos);
                }
            };
        }
    }

    abstract static class ForwardingPolicy implements BroadcastPolicy {
        private final BroadcastPolicy policy;

        ForwardingPolicy(BroadcastPolicy policy) {
            this.policy = policy;
        }

        @Override
        public String name() {
            return policy.name();
        }

        @Override
        public int code() {
            return policy.code();
        }

        @Override
        public DeliveryRule rule(int members) {
            return policy.rule(members);
        }

        @Override
        public boolean steers() {
            return policy.steers();
        }

        @Override
        public boolean countsLeader() {
            return policy.countsLeader();
        }

        @Override
        public boolean supports(int members) {
            return policy.supports(members);
        }

        @Override
        public void check(int members) {
            policy.check(members);
        }

        @Override
        public String remark(int members) {
            return policy.remark(members);
        }

        @Override
        public FollowerPolicy follower(int members, LongSupplier random) {
            return policy.follower(members, random);
        }

        @Override
        public LeaderPolicy leader(Membership members) {
            return policy.leader(members);
        }

        @Override
        public String toString() {
            return policy.toString();
        }
    }

    abstract static class ForwardingFollower implements FollowerPolicy {
        private final FollowerPolicy policy;

        ForwardingFollower(FollowerPolicy policy) {
            this.policy = policy;
        }

        @Override
        public AckTarget onLogged(long nowNanos) {
            return policy.onLogged(nowNanos);
        }

        @Override
        public AckTarget onTossAgain(long nowNanos) {
            return policy.onTossAgain(nowNanos);
        }

        @Override
        public void onStuck(long nowNanos) {
            policy.onStuck(nowNanos);
        }

        @Override
        public void onWaited(long nanos) {
            policy.onWaited(nanos);
        }

        @Override
        public void onDelay(long nanos) {
            policy.onDelay(nanos);
        }

        @Override
        public void onFollowers(int count, long nowNanos) {
            policy.onFollowers(count, nowNanos);
        }

        @Override
        public void onMode(boolean zab, long nowNanos) {
            policy.onMode(zab, nowNanos);
        }

        @Override
        public void onTick(long nowNanos) {
            policy.onTick(nowNanos);
        }

        @Override
        public boolean votesForZab() {
            return policy.votesForZab();
        }

        @Override
        public String reason() {
            return policy.reason();
        }

        @Override
        public long tossAgainNanos() {
            return policy.tossAgainNanos();
        }

        @Override
        public long stuckNanos() {
            return policy.stuckNanos();
        }

        @Override
        public CoinStatus coin() {
            return policy.coin();
        }
    }
}
