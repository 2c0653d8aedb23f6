package io.abcast.benchmark.papers;

import io.abcast.sim.testbed.ServerFactory;
import io.abcast.zab.Role;
import io.abcast.zab.ZabConfig;
import io.abcast.zab.ZabNode;
import io.abcast.zab.ZabStatus;

/** The thesis's protocols as the testbed runs them: batching off, and nothing that a run without faults does not need. */
final class ThesisServers {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;

    private ThesisServers() {}

    /** Whether the protocol is among those that this build has. */
    static boolean has(ThesisProtocol protocol) {
        return protocol == ThesisProtocol.ZAB;
    }

    /** @param protocol that this build {@link #has} */
    static ServerFactory of(ThesisProtocol protocol) {
        if (!has(protocol)) throw new IllegalArgumentException("no " + protocol + " in this build");
        return zab();
    }

    private static ServerFactory zab() {
        ZabConfig config = config();
        return (id, members, seed, effects) -> {
            ZabNode node = new ZabNode(id, members, config, seed, effects);
            return new ServerFactory.Instance(node, new Look(node));
        };
    }

    /**
     * One proposal, ack and commit per abcast. Windows and caches hold a whole run and no snapshot is taken, for the thesis
     * has neither; timeouts are far above any queue.
     */
    private static ZabConfig config() {
        ZabConfig d = ZabConfig.defaults();
        return new ZabConfig(
                false,
                d.bootstrap(),
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
                d.settleNanos(),
                d.heartbeatNanos(),
                20 * SECOND,
                20 * SECOND);
    }

    private record Look(ZabNode node) implements ServerFactory.Gauge {
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
            return Double.NaN;
        }
    }
}
