package io.abcast.uplinks;

import io.abcast.jgroups.FOREST;
import io.abcast.load.hosts.HostPlan;
import io.abcast.load.hosts.Traffic;
import io.abcast.load.hosts.TrafficSource;
import java.nio.file.Path;
import java.util.Locale;
import org.jgroups.JChannel;

/**
 * Runs a member of a JGroups group with one of the stacks that abcast ships. Each JVM runs one member, because system
 * properties set the variables of the member's stack.
 */
public final class ShippedMember implements TrafficSource {
    @Override
    public Traffic join(HostPlan plan, Path stack) throws Exception {
        System.setProperty("jgroups.bind_addr", plan.address());
        System.setProperty("jgroups.bind_port", Integer.toString(plan.port()));
        System.setProperty("jgroups.tcpping.initial_hosts", plan.initialHosts());
        System.setProperty("abcast.members", plan.members());
        System.setProperty("abcast.id", Integer.toString(plan.id()));
        System.setProperty("abcast.probe", "false");
        JChannel channel = new JChannel(stack.toString());
        Traffic traffic =
                UplinkSystem.of(plan.system()).orders()
                        ? new AbcastTraffic(channel, plan)
                        : new MulticastTraffic(channel, plan);
        channel.name("host-" + plan.host());
        channel.connect("uplinks");
        return traffic;
    }

    static String figures(JChannel channel) {
        FOREST f = channel.getProtocolStack().findProtocol(FOREST.class);
        if (f == null) return "";
        return String.format(
                Locale.ROOT,
                "forest %d %d %d %d %d %d %d %d",
                f.getPlansMade(),
                f.getBytesDirect(),
                f.getBytesToRelays(),
                f.getBytesRelayed(),
                f.getBytesResent(),
                f.getBytesFetched(),
                f.getRateOffered(),
                f.getUplinkEstimate());
    }

    static boolean isComplete(JChannel channel, HostPlan plan) {
        return channel.getView() != null && channel.getView().size() >= plan.hosts();
    }
}
