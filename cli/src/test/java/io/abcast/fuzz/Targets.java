package io.abcast.fuzz;

import io.abcast.bulk.BulkTargets;
import io.abcast.cli.CommandLineTarget;
import io.abcast.jgroups.forest.ForestTargets;
import io.abcast.jgroups.group.GroupTargets;
import io.abcast.ordering.camu.CamuTargets;
import io.abcast.ordering.epaxos.EpaxosPartTargets;
import io.abcast.partitions.replica.PartitionedStoreTargets;
import io.abcast.server.StoreTargets;
import io.abcast.zab.StateTarget;
import java.util.ArrayList;
import java.util.List;

/** The fuzz targets for all decoders of this project. */
public final class Targets {
    private Targets() {}

    public static List<Target> all() {
        List<Target> all = new ArrayList<>();
        all.add(new GroupFramesTarget());
        all.add(new StateTarget());
        all.add(OrderingTarget.frames());
        all.add(EpaxosTarget.frames());
        all.add(EpaxosTarget.records());
        all.addAll(DisseminationTargets.all());
        all.addAll(GroupTargets.all());
        all.addAll(BulkTargets.all());
        all.addAll(ForestTargets.all());
        all.addAll(ClientTargets.all());
        all.addAll(StoreTargets.all());
        all.addAll(EpaxosPartTargets.all());
        all.addAll(CamuTargets.all());
        all.addAll(PartitionedStoreTargets.all());
        all.add(new DirectoryTarget(false));
        all.add(new DirectoryTarget(true));
        all.add(new CommandLineTarget());
        return all;
    }

    public static Target named(String name) {
        return all().stream()
                .filter(target -> target.name().equals(name))
                .findFirst()
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "target: expected one of "
                                                + all().stream().map(Target::name).toList()
                                                + ", got "
                                                + name));
    }
}
