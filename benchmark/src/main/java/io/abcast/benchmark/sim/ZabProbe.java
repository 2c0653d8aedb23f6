package io.abcast.benchmark.sim;

import io.abcast.kernel.Zxid;
import io.abcast.sim.Probe;
import io.abcast.zab.Role;
import io.abcast.zab.ZabNode;
import io.abcast.zab.ZabStatus;

/** How the simulator looks into a node of any protocol of the family of Zab. */
public record ZabProbe(ZabNode node) implements Probe {
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
