package io.abcast.papers.camu;

import io.abcast.kernel.GroupEffects;
import io.abcast.kernel.GroupNode;
import io.abcast.ordering.camu.CamuConfig;
import io.abcast.ordering.camu.LinkRule;
import io.abcast.ordering.camu.LinkSteps;
import io.abcast.ordering.camu.PartitionMap;
import io.abcast.ordering.camu.PartitionNode;
import io.abcast.papers.camu.arena.PartitionContext;
import io.abcast.papers.camu.arena.PartitionOperation;
import io.abcast.papers.camu.arena.SwitchedMachine;
import java.util.Map;

/** Runs a partition of CAMU with one replica: the {@link PartitionNode} that abcast ships, on top of Zab. */
final class CamuMachine implements SwitchedMachine {
    private final GroupNodeMachine driver;
    private final int[] periodic;
    private PartitionNode node;

    CamuMachine(
            int self,
            PartitionMap map,
            CamuConfig config,
            long seed,
            long intervalNanos,
            int[] periodic,
            PartitionContext context,
            Map<Long, PartitionOperation> operations) {
        this.periodic = periodic;
        driver =
                new GroupNodeMachine(
                        self,
                        intervalNanos,
                        context,
                        operations,
                        effects -> node(self, map, config, seed, effects));
    }

    private GroupNode node(
            int self, PartitionMap map, CamuConfig config, long seed, GroupEffects effects) {
        node =
                CamuNodes.partition(
                        self, GroupNodeMachine.serverOf(self), map, config, seed, effects);
        return node;
    }

    /** Must be called before the start of the partition. */
    void steerItself() {
        node.links(LinkRule.AUTO);
    }

    @Override
    public void requestSwitch(int partition, boolean toPeriodic) {
        driver.step(each -> node.link(partition, toPeriodic));
    }

    /** Links that are open at the start do not count. */
    @Override
    public int switches() {
        LinkSteps steps = node.linkSteps();
        return (int) (steps.on() + steps.closed() - periodic.length);
    }

    @Override
    public void onStart() {
        for (int other : periodic) node.link(other, true);
        driver.onStart();
    }

    @Override
    public void onMessage(int from, Object message) {
        driver.onMessage(from, message);
    }

    @Override
    public void onTimer(int kind) {
        driver.onTimer(kind);
    }
}
