package io.abcast.workloads;

import io.abcast.partitions.StoreDefinition;
import io.abcast.partitions.StoreOutcome;
import io.abcast.partitions.rows.FrozenRows;
import java.util.List;

/** A kind of load on a partitioned store: tables, procedures, transactions, and conditions that hold afterwards. */
public interface StoreWorkload {
    /** A call of a procedure. */
    record Call(String procedure, byte[] arguments) {}

    /** Makes transactions. The same seed makes the same transactions. Not thread-safe. */
    interface Generator {
        Call next();
    }

    /** A statement about the rows of all partitions; {@code detail} shows a violation, and is empty otherwise. */
    record Checked(String condition, boolean holds, String detail) {
        public static Checked of(String condition, String violation) {
            return new Checked(condition, violation.isEmpty(), violation);
        }
    }

    /** Checks one run. Not thread-safe. */
    interface Check {
        /** Records the outcome of a transaction. */
        void outcome(Call call, StoreOutcome outcome);

        /**
         * Checks the rows after the run.
         *
         * @param partitions rows of one replica of each partition, by the number of the partition
         * @param complete whether the outcomes of all transactions were recorded
         */
        List<Checked> conditions(List<FrozenRows> partitions, boolean complete);
    }

    /** The workload and its settings in a few words. */
    String describe();

    StoreDefinition definition();

    Generator generator(long seed);

    Check check();

    /** The tables of a dump. */
    List<CsvTable> dump();

    /** Heap that one replica of one partition takes, in bytes, about. */
    long bytesPerReplica();
}
