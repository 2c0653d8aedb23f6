package io.abcast.papers;

import io.abcast.sim.testbed.ServerFactory;
import io.abcast.zab.Policies;
import io.abcast.zab.Role;
import io.abcast.zab.ZabConfig;
import io.abcast.zab.ZabNode;
import io.abcast.zab.ZabStatus;
import io.abcast.zab.variants.CoinSettings;
import io.abcast.zab.variants.Variants;

/**
 * Creates servers of the protocols of EL-Sanosi 2018 for the testbed. The servers do not batch requests, and a leader
 * counts only the acks of its followers. The servers lack everything that a real server needs only after faults, for
 * example recovery.
 */
final class ThesisServers {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;
    private static final double TOSS_AGAIN_SECONDS = 0.1;
    private static final double STUCK_SECONDS = 20;

    /**
     * With this constant delta, the bound P2 on the coin probability is 0.499 for N = 3, as the tables of EL-Sanosi
     * 2018 print it.
     */
    private static final double DELTA = 0.001;

    /** EL-Sanosi 2018 uses a window of 1 s; with a shorter window the followers start to toss coins sooner. */
    private static final double WINDOW_SECONDS = 0.1;

    private static final boolean OUTLIVES_CRASH = false;
    private static final boolean COUNTS_LEADER = false;

    private ThesisServers() {}

    /** @param theta bound on the acks per second that a follower receives; if 0, the bound is the measured lambda */
    static ServerFactory of(ThesisProtocol protocol, double theta) {
        ZabConfig config = config();
        Policies policies =
                Variants.policies(
                        protocol.policy, coin(protocol.coin.choice, theta), COUNTS_LEADER);
        return (id, members, seed, effects) -> {
            ZabNode node = new ZabNode(id, members, config, policies, seed, effects);
            return new ServerFactory.Instance(node, new Look(node, protocol));
        };
    }

    /**
     * EL-Sanosi 2018 does not state D and C_m: here D exceeds every gap between proposals, and C_m every queueing
     * delay.
     */
    private static CoinSettings coin(String choice, double theta) {
        return new CoinSettings(
                choice,
                theta,
                TOSS_AGAIN_SECONDS,
                STUCK_SECONDS,
                DELTA,
                WINDOW_SECONDS,
                OUTLIVES_CRASH,
                COUNTS_LEADER);
    }

    /**
     * As in EL-Sanosi 2018, servers take no snapshots; windows and caches cover a whole run, and timeouts exceed any
     * queueing delay.
     */
    private static ZabConfig config() {
        ZabConfig d = ZabConfig.defaults();
        return new ZabConfig(
                false,
                d.bootstrap(),
                d.joining(),
                d.payloadBytesMax(),
                d.pendingMax(),
                d.pendingBytesMax(),
                Long.MAX_VALUE,
                Long.MAX_VALUE,
                d.proposalBytesMax(),
                Long.MAX_VALUE,
                Long.MAX_VALUE,
                d.snapshotChunkBytes(),
                d.voteIntervalNanos(),
                d.finalizeWaitNanos(),
                d.heartbeatNanos(),
                20 * SECOND,
                20 * SECOND,
                d.commitWaitNanos());
    }

    private record Look(ZabNode node, ThesisProtocol protocol) implements ServerFactory.Gauge {
        @Override
        public boolean serves() {
            return node.status().active();
        }

        @Override
        public boolean leads() {
            ZabStatus status = node.status();
            return status.role() == Role.LEADING && status.active();
        }

        @Override
        public long acksReceived() {
            return node.status().acksReceived();
        }

        @Override
        public double coin() {
            // If no coin probability p is feasible, the tables of EL-Sanosi 2018 print p = 1.
            return fallenBack() && protocol.coin.adapts() ? 1 : node.status().coin().p();
        }

        @Override
        public boolean fallenBack() {
            return protocol != ThesisProtocol.ZAB && node.status().zabMode();
        }
    }
}
