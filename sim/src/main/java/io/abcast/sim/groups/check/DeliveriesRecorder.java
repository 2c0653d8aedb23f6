package io.abcast.sim.groups.check;

import io.abcast.kernel.GroupDelivery;
import io.abcast.kernel.GroupTimestamp;
import io.abcast.sim.groups.check.DeliveryLine.Crashed;
import io.abcast.sim.groups.check.DeliveryLine.Delivered;
import io.abcast.sim.groups.check.DeliveryLine.Replicas;
import io.abcast.sim.groups.check.DeliveryLine.Submitted;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/**
 * Records the deliveries of one run as lines of a {@link DeliveriesFile}. No two recorded times are equal, even within
 * one virtual nanosecond, so the times show the order of all events.
 */
public final class DeliveriesRecorder extends GroupChecker {
    private static final double PICOS_PER_SECOND = 1e12;

    private record Timed(long picos, DeliveryLine line) {}

    private final List<Timed> lines = new ArrayList<>();

    public DeliveriesRecorder() {
        super("Deliveries");
    }

    @Override
    protected void onDelivered(
            GroupReplica replica, GroupTxn txn, GroupDelivery delivery, boolean first) {
        GroupTimestamp timestamp = delivery.timestamp();
        long now = history().nowPicos();
        Delivered line =
                new Delivered(
                        history().groupName(replica.group),
                        replica.server,
                        delivery.seq(),
                        history().name(txn),
                        history().groupNames(delivery.groups()),
                        timestamp.clock(),
                        timestamp.session(),
                        timestamp.number(),
                        seconds(now));
        lines.add(new Timed(now, line));
    }

    @Override
    protected void onCrashed(GroupReplica replica) {
        long now = history().nowPicos();
        String group = history().groupName(replica.group);
        lines.add(new Timed(now, new Crashed(group, replica.server, seconds(now))));
    }

    /**
     * The recorded lines of the run in the order of their times, after a first line that names the replicas of each
     * partition.
     */
    public List<DeliveryLine> lines() {
        List<Timed> all = new ArrayList<>(lines);
        for (GroupTxn txn : history().txns()) {
            if (!txn.submitted) continue;
            boolean succeeded = txn.state == GroupTxn.State.ANSWERED;
            Submitted line =
                    new Submitted(
                            history().name(txn),
                            history().groupNames(txn.groups),
                            seconds(txn.submittedAt),
                            succeeded ? seconds(txn.answeredAt) : Double.NaN,
                            !succeeded);
            all.add(new Timed(txn.submittedAt, line));
        }
        all.sort(Comparator.comparingLong(Timed::picos));
        List<DeliveryLine> result = new ArrayList<>();
        result.add(replicas());
        for (Timed each : all) result.add(each.line);
        return result;
    }

    private Replicas replicas() {
        TreeMap<String, List<Integer>> servers = new TreeMap<>();
        for (int group = 0; group < history().groups(); group++) {
            List<Integer> ids = new ArrayList<>();
            for (GroupReplica replica : history().replicas(group)) ids.add(replica.server);
            servers.put(history().groupName(group), ids);
        }
        return new Replicas(servers);
    }

    private static double seconds(long picos) {
        return picos / PICOS_PER_SECOND;
    }
}
