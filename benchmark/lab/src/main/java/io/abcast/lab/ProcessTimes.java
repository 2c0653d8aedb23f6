package io.abcast.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Processor times that Linux reports in {@code /proc}. */
public final class ProcessTimes {
    /**
     * The files in {@code /proc} always use hundredths of seconds, even if the kernel's internal tick has another
     * length.
     */
    private static final double TICKS_PER_SECOND = 100;

    private ProcessTimes() {}

    /** Includes descendants and ended children of the process. */
    static double treeSeconds(ProcessHandle root) {
        double sum = seconds(root.pid());
        for (ProcessHandle each : root.descendants().toList()) sum += seconds(each.pid());
        return sum;
    }

    /** Zero if the process has ended. */
    private static double seconds(long pid) {
        try {
            return ticks(Files.readString(Path.of("/proc", Long.toString(pid), "stat")))
                    / TICKS_PER_SECOND;
        } catch (IOException e) {
            return 0;
        }
    }

    /**
     * @param stat content of the file {@code /proc/PID/stat}; the program name in it may contain blanks and brackets
     */
    static long ticks(String stat) {
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        long sum = 0;
        for (int i = 11; i <= 14; i++) sum += Long.parseLong(fields[i]);
        return sum;
    }

    /**
     * Number of busy ticks (hundredths of a second), and number of all ticks, of all processors since the start of the
     * machine.
     */
    public static long[] machine() throws IOException {
        return machine(Files.readString(Path.of("/proc/stat")));
    }

    /** Fraction of the time of all processors that was used between two results of {@link #machine}, 0 to 1. */
    public static double busy(long[] before, long[] after) {
        return (after[0] - before[0]) / (double) Math.max(1, after[1] - before[1]);
    }

    static long[] machine(String stat) {
        String[] fields = stat.substring(0, stat.indexOf('\n')).split("\\s+", -1);
        long all = 0;
        // The fields of the line in {@code /proc/stat} are user (with the time of guests), nice,
        // system, idle, iowait, irq, softirq and steal.
        for (int i = 1; i <= 8; i++) all += Long.parseLong(fields[i]);
        return new long[] {all - Long.parseLong(fields[4]) - Long.parseLong(fields[5]), all};
    }
}
