package io.abcast.workloads;

import static io.abcast.report.JsonFigures.rounded;

import io.abcast.command.JsonText;
import io.abcast.report.Environment;
import io.abcast.workloads.StoreOrderRun.Replica;
import io.abcast.workloads.StoreOrderRun.Result;
import io.abcast.workloads.StoreWorkload.Checked;
import java.util.List;

/**
 * Writes the figures of {@code abcast store run} as JSON. The first run in the JSON is the run that generated the order
 * of transactions.
 */
final class StoreRunJson {
    private StoreRunJson() {}

    static JsonText document(
            Environment environment,
            StoreWorkload workload,
            StoreRunOptions options,
            int transactions,
            int replicas,
            List<Result> results,
            boolean equal) {
        JsonText json = new JsonText().open('{').key("command").value("store run");
        environment.write(json);
        json.key("workload").value(options.isTpcc() ? "tpcc" : "micro");
        json.key("settings").value(workload.describe());
        json.key("partitions").value(options.partitions());
        json.key("replicas").value(replicas);
        json.key("transactions").value(transactions).key("seed").value(options.seed());
        json.key("digests_equal").value(equal);
        json.key("runs").open('[');
        for (Result each : results) run(json, each);
        return json.close(']').close('}');
    }

    private static void run(JsonText json, Result result) {
        long all = result.committed() + result.aborted();
        json.open('{').key("workers").value(result.workers());
        json.key("seconds").value(rounded(result.seconds()));
        json.key("transactions_per_s").value(rounded(all / result.seconds()));
        json.key("committed").value(result.committed()).key("aborted").value(result.aborted());
        json.key("multis").value(result.multis());
        json.key("digest").value(String.format("%016x", result.digest()));
        json.key("conditions_hold").value(result.holds());
        json.key("conditions").open('[');
        for (Checked each : result.conditions()) {
            json.open('{').key("condition").value(each.condition());
            json.key("holds").value(each.holds()).key("detail").value(each.detail()).close('}');
        }
        json.close(']').key("digests").open('[');
        for (Replica each : result.replicas()) {
            json.open('{').key("partition").value(each.partition());
            json.key("server").value(each.server());
            json.key("deliveries").value(each.deliveries());
            json.key("order").value(String.format("%016x", each.digest().order()));
            json.key("writes").value(String.format("%016x", each.digest().writes()));
            json.close('}');
        }
        json.close(']').close('}');
    }
}
