package io.abcast.sim.groups;

import io.abcast.kernel.Message;
import io.abcast.log.Durability;
import io.abcast.sim.CoverageGoals;
import io.abcast.sim.GroupSurroundings;
import io.abcast.sim.Rng;
import io.abcast.sim.Subject;
import io.abcast.sim.groups.check.GroupChecker;
import java.util.List;

/** Lets fuzz runs use {@link SequencerNode}, a fixture for tests of the simulator. */
record SequencerSubject(SequencerNode.Defect defect) implements GroupSubject {
    static final int PAYLOAD_BYTES_MAX = 2_000;

    @Override
    public String protocol() {
        return "SEQUENCER";
    }

    @Override
    public String options() {
        return "";
    }

    @Override
    public Subject log() {
        return new Subject() {
            @Override
            public String protocol() {
                return "SEQUENCER";
            }

            @Override
            public CoverageGoals coverageGoals() {
                return new CoverageGoals(
                        List.of(SequencerNode.Phase.values()), List.of(), List.of());
            }

            @Override
            public Subject.Prepared prepare(Rng random, Durability durability) {
                throw new UnsupportedOperationException("the fixture runs in groups only");
            }
        };
    }

    @Override
    public boolean isStrict() {
        return false;
    }

    /** The sequencer receives messages about all transactions, so its multicast is not genuine. */
    @Override
    public List<GroupChecker> checkers() {
        return GroupSubject.super.checkers().stream()
                .filter(checker -> !checker.name().equals("Genuine"))
                .toList();
    }

    @Override
    public GroupSubject.Prepared prepare(Rng random, Placement placement, Durability durability) {
        int snapshotEvery = (int) random.between(5, 30);
        return new GroupSubject.Prepared(
                (group, server, seed, effects) -> {
                    SequencerNode node =
                            new SequencerNode(
                                    group, placement, seed >>> 8, defect, snapshotEvery, effects);
                    return new GroupSurroundings.Instance(node, node.probe());
                },
                null,
                SequencerMessage.CODEC,
                PAYLOAD_BYTES_MAX + 1,
                0,
                "a snapshot every " + snapshotEvery + " deliveries");
    }

    @Override
    public List<Class<?>> messages() {
        return List.of(SequencerMessage.class.getPermittedSubclasses());
    }

    @Override
    public void visitTransactions(Message message, TransactionVisitor visitor) {
        if (message instanceof SequencerMessage.Result m) visitor.visit(m.session(), m.request());
    }

    @Override
    public boolean hasEqualStates() {
        return true;
    }
}
