package io.abcast.uplinks;

import io.abcast.report.TextTable;
import java.util.List;
import java.util.Locale;

/**
 * The tables at the end of {@code compare-forest}: figures by case and system, and ratios of the first system to the
 * other systems.
 */
final class UplinkTable {
    static final String LEGEND =
            "Load: the division of the load. Offered: the offered total divided by the largest"
                    + " sustainable total. Committed: rate of payloads of committed requests, or"
                    + " of multicasts that all remaining hosts have delivered. Plan: the total"
                    + " rate of FOREST's plan; if there is a disturbance, of the plan for the"
                    + " state after it. Late: committed rate in the last third of the measured"
                    + " time, divided by the plan. Recovery: seconds from the disturbance until"
                    + " the committed rate reaches 0.9 of the new plan. Latencies: means over the"
                    + " hosts. Skipped: messages that were not sent because too many were in"
                    + " flight when they were due. Out: bytes on the uplinks divided by the bytes"
                    + " of committed payloads. CPU: processor time of all hosts divided by the"
                    + " measured time.";

    private static final String[] HEADER = {
        "load, offered, system",
        "offered Mbit/s",
        "committed",
        "over plan",
        "late",
        "recovery s",
        "mean ms",
        "p50",
        "p99",
        "skipped",
        "failed",
        "out",
        "CPU"
    };

    private UplinkTable() {}

    static TextTable figures(ForestContest contest, List<UplinkCase> cases) {
        TextTable table = new TextTable(HEADER);
        for (UplinkCase c : cases) table.row(row(contest, c));
        return table;
    }

    private static String[] row(ForestContest contest, UplinkCase c) {
        String label = c.conditions() + ", " + c.turn().system().text();
        if (c.measured().isEmpty()) {
            String[] row = new String[HEADER.length];
            java.util.Arrays.fill(row, "-");
            row[0] = label;
            row[1] = "failed";
            return row;
        }
        return new String[] {
            label,
            number(1, c.mean(m -> m.offeredBits() / 1e6)),
            number(1, c.mean(m -> m.committedBits() / 1e6)),
            number(3, c.mean(m -> m.committedBits() / m.plannedBits())),
            number(3, c.mean(m -> m.lastBits() / m.plannedBits())),
            number(1, c.mean(UplinkMeasurement::recoverySeconds)),
            number(1, c.mean(m -> m.latenciesMicros()[0] / 1e3)),
            number(1, c.mean(m -> m.latenciesMicros()[1] / 1e3)),
            number(1, c.mean(m -> m.latenciesMicros()[2] / 1e3)),
            number(0, c.mean(UplinkMeasurement::skipped)),
            number(0, c.mean(UplinkMeasurement::failed)),
            number(2, c.mean(m -> sent(m) * 8 / (m.committedBits() * contest.seconds()))),
            number(2, c.mean(m -> cpu(m) / contest.seconds()))
        };
    }

    private static double sent(UplinkMeasurement m) {
        double sum = 0;
        for (long each : m.links().sent()) sum += each;
        return sum;
    }

    private static double cpu(UplinkMeasurement m) {
        double sum = 0;
        for (double each : m.cpuSeconds()) sum += each;
        return sum;
    }

    private static String number(int digits, double value) {
        if (Double.isNaN(value)) return "-";
        if (Double.isInfinite(value)) return "never";
        return String.format(Locale.ROOT, "%." + digits + "f", value);
    }

    static TextTable ratios(List<UplinkRatio> ratios) {
        TextTable table = new TextTable("load, offered", "committed of", "over", "mean", "range");
        for (UplinkRatio r : ratios)
            table.row(
                    r.ours().conditions(),
                    r.ours().turn().system().text(),
                    r.theirs().turn().system().text(),
                    number(3, r.ratio().interval().mean()),
                    number(3, r.ratio().min()) + " to " + number(3, r.ratio().max()));
        return table;
    }
}
