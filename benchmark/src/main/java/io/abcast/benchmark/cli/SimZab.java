package io.abcast.benchmark.cli;

import io.abcast.kernel.Zxid;
import io.abcast.kernel.log.Durability;
import io.abcast.sim.NodeFactory;
import io.abcast.sim.Probe;
import io.abcast.sim.Rng;
import io.abcast.sim.Subject;
import io.abcast.zab.Role;
import io.abcast.zab.ZabCodec;
import io.abcast.zab.ZabConfig;
import io.abcast.zab.ZabNode;
import io.abcast.zab.ZabStatus;

/** Zab as the simulator runs it. A seed draws here what it draws in the tests of zab-core. */
final class SimZab implements Subject {
    @Override
    public String protocol() {
        return "ZAB";
    }

    @Override
    public Prepared prepare(Rng random, Durability durability) {
        ZabConfig config = ZabConfig.drawn(bound -> random.between(0, bound - 1));
        NodeFactory factory =
                (id, members, seed, effects) -> {
                    ZabNode node = new ZabNode(id, members, config, seed, effects);
                    return new NodeFactory.Instance(node, new Look(node));
                };
        return new Prepared(
                factory, ZabCodec.INSTANCE, config.payloadBytesMax(), config.toString());
    }

    private record Look(ZabNode node) implements Probe {
        @Override
        public boolean leads() {
            ZabStatus status = node.status();
            return status.role() == Role.LEADING && status.active();
        }

        @Override
        public int epoch() {
            return node.status().currentEpoch();
        }

        @Override
        public long deliveredZxid() {
            return node.status().deliveredZxid();
        }

        @Override
        public long lastZxid() {
            return node.status().lastZxid();
        }

        @Override
        public boolean voter() {
            return node.status().voter();
        }

        @Override
        public String line() {
            ZabStatus status = node.status();
            return String.format(
                    "%s%s of %d, epoch %d (promised %d)%s, log %s, durable %s, committed %s",
                    status.role(),
                    status.active() ? "" : " (not yet)",
                    status.leader(),
                    status.currentEpoch(),
                    status.acceptedEpoch(),
                    status.voter() ? "" : ", no voter",
                    Zxid.toString(status.lastZxid()),
                    Zxid.toString(status.durableZxid()),
                    Zxid.toString(status.committedZxid()));
        }
    }
}
