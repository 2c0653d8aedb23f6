package io.abcast.workloads;

import io.abcast.command.Usage;
import io.abcast.workloads.micro.MicroSettings;
import io.abcast.workloads.micro.MicroWorkload;
import io.abcast.workloads.tpcc.TpccScale;
import io.abcast.workloads.tpcc.TpccWorkload;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Option;

/** The options of the commands {@code store run} and {@code store serve} that choose a workload. */
public final class StoreRunOptions {
    static final int PARTITIONS_MAX = 1000;

    /** Default number of records of each partition in the workload {@code micro}. */
    public static final int KEYS_DEFAULT = 10_000;

    private static final int KEYS_MAX = 100_000_000;
    private static final int MULTI_DEFAULT = 10;
    private static final int SPAN_DEFAULT = 2;
    private static final String TPCC = "tpcc";

    @Option(
            names = "--workload",
            defaultValue = TPCC,
            paramLabel = "tpcc|micro",
            description =
                    "Workload: tpcc (the five transactions of TPC-C, one warehouse per partition) or micro (ten"
                            + " records per transaction). Default: ${DEFAULT-VALUE}.")
    private String workload;

    @Option(
            names = "--tpcc",
            paramLabel = "thesis|spec",
            description =
                    "Remote warehouses of an order, for tpcc: thesis (at most one) or spec (each remote line draws its"
                            + " own). Default: thesis.")
    private String remote;

    @Option(
            names = "--partitions",
            defaultValue = "2",
            paramLabel = "P",
            description =
                    "Number of partitions, 1 to " + PARTITIONS_MAX + ". Default: ${DEFAULT-VALUE}.")
    private int partitions;

    @Option(
            names = "--warehouses",
            paramLabel = "W",
            description =
                    "Number of warehouses, for tpcc; at least one per partition. Default: the number of partitions.")
    private Integer warehouses;

    @Option(
            names = "--scale",
            split = ",",
            hidden = true,
            paramLabel = "ITEMS,CUSTOMERS",
            description =
                    "Numbers of items, and of customers per district, for tpcc. Default: those of the specification.")
    private List<Integer> scale = List.of();

    @Option(
            names = "--seed",
            defaultValue = "1",
            paramLabel = "S",
            description =
                    "Seed of the initial rows and of the transactions. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Option(
            names = "--keys",
            paramLabel = "K",
            description = "Records of each partition, for micro. Default: " + KEYS_DEFAULT + ".")
    private Integer keys;

    @Option(
            names = "--multi",
            paramLabel = "PERCENT",
            description =
                    "Share of transactions over several partitions in percent, for micro. Default: "
                            + MULTI_DEFAULT
                            + ", or 0 with one partition.")
    private Integer multi;

    @Option(
            names = "--span",
            paramLabel = "N",
            description =
                    "Partitions of a transaction over several partitions, for micro. Default: "
                            + SPAN_DEFAULT
                            + ".")
    private Integer span;

    @Option(
            names = "--hot-keys",
            paramLabel = "K",
            description =
                    "Hot records of each partition, for micro. Every transaction uses one of them in each of its"
                            + " partitions. Default: 0.")
    private Integer hotKeys;

    @Option(
            names = "--reads",
            paramLabel = "PERCENT",
            description = "Share of read-only transactions in percent, for micro. Default: 0.")
    private Integer reads;

    public int partitions() {
        return partitions;
    }

    long seed() {
        return seed;
    }

    boolean isTpcc() {
        return workload.toLowerCase(Locale.ROOT).equals(TPCC);
    }

    /** Makes the workload that the command-line options describe, or reports a wrong option. */
    public StoreWorkload workload(Usage usage) {
        String kind = usage.oneOf("--workload", workload, List.of(TPCC, "micro"));
        within(usage, "--partitions", partitions, 1, PARTITIONS_MAX);
        return kind.equals(TPCC) ? tpcc(usage) : micro(usage);
    }

    private StoreWorkload tpcc(Usage usage) {
        absent(usage, "--keys", keys);
        absent(usage, "--multi", multi);
        absent(usage, "--span", span);
        absent(usage, "--hot-keys", hotKeys);
        absent(usage, "--reads", reads);
        String chosen = remote == null ? "thesis" : remote;
        TpccWorkload.Remote kind =
                usage.oneOf("--tpcc", chosen, List.of("thesis", "spec")).equals("thesis")
                        ? TpccWorkload.Remote.THESIS
                        : TpccWorkload.Remote.SPEC;
        int count = warehouses == null ? partitions : warehouses;
        within(usage, "--warehouses", count, partitions, PARTITIONS_MAX);
        if (!scale.isEmpty() && scale.size() != 2)
            throw usage.wrong("--scale", "items and customers", scale);
        TpccScale chosenScale =
                scale.isEmpty()
                        ? TpccScale.full(count)
                        : new TpccScale(count, scale.get(0), scale.get(1));
        return new TpccWorkload(chosenScale, partitions, kind, seed);
    }

    private static void absent(Usage usage, String option, Object value) {
        if (value != null) throw usage.wrong(option, "--workload micro with it", TPCC);
    }

    private StoreWorkload micro(Usage usage) {
        if (remote != null) throw usage.wrong("--tpcc", "--workload tpcc with it", "micro");
        if (warehouses != null)
            throw usage.wrong("--warehouses", "--workload tpcc with it", "micro");
        int share = multi != null ? multi : partitions == 1 ? 0 : MULTI_DEFAULT;
        int width = span != null ? span : Math.min(SPAN_DEFAULT, partitions);
        int hot = hotKeys == null ? 0 : hotKeys;
        within(usage, "--multi", share, 0, 100);
        if (share > 0 && partitions == 1)
            throw usage.wrong("--multi", "0 with one partition", share);
        within(usage, "--span", width, partitions == 1 ? 1 : 2, partitions);
        int needed = Math.max(width, MicroSettings.KEYS_PER_TRANSACTION);
        int records = keys == null ? KEYS_DEFAULT : keys;
        within(usage, "--keys", records, needed, KEYS_MAX);
        within(usage, "--hot-keys", hot, 0, records - needed);
        int readShare = reads == null ? 0 : reads;
        within(usage, "--reads", readShare, 0, 100);
        return new MicroWorkload(
                new MicroSettings(partitions, records, share, width, hot, readShare));
    }

    static void within(Usage usage, String option, long value, long low, long high) {
        if (value < low || value > high) throw usage.wrong(option, low + " to " + high, value);
    }
}
