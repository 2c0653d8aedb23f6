package io.abcast.jgroups.forest;

import io.abcast.dissemination.forest.node.ForestMessage.PlanMessage;
import java.util.List;
import org.jgroups.Address;

/** Makes plans that seem to come from a planner, with an epoch higher than any epoch of the members. */
public final class TestPlans {
    private static final long EPOCH = 1_000_000;

    private TestPlans() {}

    public static void relayAll(ForestDriver source, List<Address> members, Address relay)
            throws InterruptedException {
        int n = members.size();
        Address planner = members.get(n - 1);
        ForestRoster roster = new ForestRoster(planner);
        roster.onView(members);
        int[] numbers = new int[n];
        double[] rates = new double[n];
        double[][] r = new double[n][n];
        for (int i = 0; i < n; i++) {
            numbers[i] = i;
            rates[i] = 1e6;
            r[i][roster.number(relay)] = 1e6;
        }
        PlanMessage plan = new PlanMessage(EPOCH, 1, numbers, rates, r);
        source.onControl(planner, new ForestWire(roster).encode(plan).toByteArray());
        while (source.counters().last().planEpoch() != EPOCH) Thread.sleep(5);
    }
}
