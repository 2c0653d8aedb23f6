package io.abcast.benchmark.micro;

import io.abcast.kernel.Membership;
import io.abcast.ordering.epaxos.Dependencies;
import io.abcast.ordering.epaxos.DependenciesBuilder;
import io.abcast.ordering.epaxos.Execution;
import io.abcast.ordering.epaxos.InstanceId;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures the time to commit and execute 100,000 instances of EPaxos that form one chain or one cycle of dependencies.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class ExecutingInstances {
    private static final int COUNT = 100_000;

    @Param({"chain", "cycle"})
    public String graph;

    @Param({"forward", "reversed", "shuffled"})
    public String order;

    private final Membership members = Membership.of(1, 2, 3);
    private final InstanceId[] ids = new InstanceId[COUNT];
    private final Dependencies[] dependencies = new Dependencies[COUNT];
    private final int[] commits = new int[COUNT];

    @Setup
    public void setUp() {
        Dependencies none = Dependencies.none(members);
        DependenciesBuilder builder = new DependenciesBuilder(members);
        for (int i = 0; i < COUNT; i++) ids[i] = new InstanceId(1 + i % 3, 1 + i / 3);
        for (int i = 0; i < COUNT; i++) {
            builder.start(none);
            if (i > 0 || graph.equals("cycle")) builder.add(ids[(i + COUNT - 1) % COUNT]);
            dependencies[i] = builder.build();
            commits[i] = order.equals("reversed") ? COUNT - 1 - i : i;
        }
        if (!order.equals("shuffled")) return;
        Random random = new Random(1);
        for (int i = COUNT - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            int swapped = commits[i];
            commits[i] = commits[j];
            commits[j] = swapped;
        }
    }

    @Benchmark
    public int execute() {
        Counter counter = new Counter();
        Execution execution = new Execution(Dependencies.none(members), counter);
        for (int i : commits) execution.committed(ids[i], dependencies[i]);
        if (counter.executed != COUNT) throw new AssertionError(counter.executed);
        return counter.executed;
    }

    private static final class Counter implements Execution.Host {
        int executed;

        @Override
        public void execute(List<InstanceId> component) {
            executed += component.size();
        }

        @Override
        public void reached(long ticket) {
            throw new AssertionError(ticket);
        }
    }
}
