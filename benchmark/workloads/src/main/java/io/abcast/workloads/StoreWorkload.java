package io.abcast.workloads;

import io.abcast.partitions.StoreDefinition;
import io.abcast.partitions.StoreOutcome;
import io.abcast.partitions.rows.FrozenRows;
import java.util.List;

/**
 * A kind of load on a partitioned store: tables, procedures, transactions, and conditions that must hold after a run.
 */
public interface StoreWorkload {
    /** A call of a procedure of the store, which is one transaction. */
    record Call(String procedure, byte[] arguments) {}

    /** Generates transactions, which are equal for equal seeds. Not thread-safe. */
    interface Generator {
        Call next();
    }

    /**
     * The result of a check of one condition on the rows of all partitions; {@code detail} is empty if the condition
     * holds.
     */
    record Checked(String condition, boolean holds, String detail) {
        public static Checked of(String condition, String violation) {
            return new Checked(condition, violation.isEmpty(), violation);
        }
    }

    /** Checks the conditions of a workload after one run. Not thread-safe. */
    interface Check {
        /** Records the outcome of a transaction of the run. */
        void outcome(Call call, StoreOutcome outcome);

        /**
         * Checks the workload's conditions on the rows after the run.
         *
         * @param partitions rows of one replica of each partition, by number of the partition
         * @param complete whether the outcomes of all transactions of the run were recorded
         */
        List<Checked> conditions(List<FrozenRows> partitions, boolean complete);
    }

    /** A short text that names the workload and its settings. */
    String describe();

    StoreDefinition definition();

    Generator generator(long seed);

    Check check();

    /** The tables that a dump of the workload's rows contains. */
    List<CsvTable> dump();

    /** Approximate heap memory of one replica of one partition, in bytes. */
    long bytesPerReplica();
}
