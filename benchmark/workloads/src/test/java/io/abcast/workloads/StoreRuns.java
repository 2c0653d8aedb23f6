package io.abcast.workloads;

import io.abcast.partitions.rows.FrozenRows;
import io.abcast.workloads.StoreOrderRun.Replica;
import io.abcast.workloads.StoreOrderRun.Result;
import io.abcast.workloads.StoreWorkload.Call;
import io.abcast.workloads.StoreWorkload.Checked;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;

/** Runs workloads of the store for the tests of all packages. */
public final class StoreRuns {
    public record Outcome(
            List<String> digests,
            List<Checked> conditions,
            long aborted,
            List<FrozenRows> rows,
            List<String> directories) {}

    private final StoreOrderRun runs;
    private final List<Call> calls = new ArrayList<>();
    private Outcome generated;

    public StoreRuns(StoreWorkload workload, int partitions, int replicas) {
        runs = new StoreOrderRun(workload, partitions, replicas);
    }

    public void generate(long seed, int transactions)
            throws InterruptedException, ExecutionException {
        generated = outcome(runs.generate(seed, transactions, calls));
    }

    public Outcome generated() {
        return generated;
    }

    public List<Call> calls() {
        return calls;
    }

    public Outcome execute(int workers) throws InterruptedException, ExecutionException {
        return outcome(runs.execute(calls, workers));
    }

    private static Outcome outcome(Result result) {
        List<String> digests = new ArrayList<>();
        for (Replica each : result.replicas()) {
            String digest = each.partition() + " " + each.deliveries() + " " + each.digest();
            if (!digests.contains(digest)) digests.add(digest);
        }
        return new Outcome(
                digests,
                result.conditions(),
                result.aborted(),
                result.replicas().stream().map(Replica::rows).toList(),
                result.replicas().stream().map(Replica::directory).toList());
    }
}
