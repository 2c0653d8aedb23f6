package io.abcast.peers.jgroupsraft;

import io.abcast.load.hosts.HostPlan;
import io.abcast.load.hosts.Traffic;
import io.abcast.load.hosts.TrafficSource;
import java.nio.file.Path;
import org.jgroups.JChannel;

/** Runs members of jgroups-raft on the hosts of {@code compare-forest}, with a log in memory. */
public final class RaftTrafficSource implements TrafficSource {
    private static final String MEMORY = "memory";

    @Override
    public Traffic join(HostPlan plan, Path stack) throws Exception {
        RaftStack variables =
                new RaftStack(
                        plan.address(),
                        plan.port(),
                        plan.initialHosts(),
                        plan.members(),
                        plan.id(),
                        MEMORY,
                        stack.resolveSibling("data-" + plan.id()));
        JChannel channel = variables.channel(plan.intervals().in(RaftStack.shipped()));
        channel.setName(Integer.toString(plan.id()));
        RaftTraffic traffic = new RaftTraffic(channel, plan);
        channel.connect("uplinks");
        return traffic;
    }
}
