package io.abcast.benchmark.compare;

import io.abcast.workloads.process.StoreBench;

/**
 * One run of one system with the transactional store.
 *
 * @param system name of the system, as in {@code --systems}
 * @param nodes number of servers of each partition
 * @param multiPercent configured percentage of transactions with several partitions (multis); 0 for {@code tpcc}, whose
 *     inputs determine the percentage
 * @param run number of the run, from 1
 * @param settings the measurement
 * @param result figures of the run; {@code null} before the run, and after a failure
 * @param failure reason why the run failed; empty if it did not fail
 */
public record StoreRun(
        String system,
        int nodes,
        int multiPercent,
        int run,
        StoreBench.Settings settings,
        StoreBench.Result result,
        String failure) {
    /** Short label of the system and its load; equal for all runs of the same system and load. */
    public String label() {
        return system + load();
    }

    /** Short label of the load, for tables. */
    public String load() {
        String text = " n=" + nodes + " c=" + settings.clients();
        return multiPercent > 0 ? text + " multi=" + multiPercent : text;
    }

    public StoreRun measured(StoreBench.Result figures) {
        return new StoreRun(system, nodes, multiPercent, run, settings, figures, "");
    }

    public StoreRun failed(String why) {
        return new StoreRun(system, nodes, multiPercent, run, settings, null, why);
    }
}
