package io.abcast.cast.lab;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** What happens to the hosts of a run. The source, host 0, is never the one. */
public enum LabDisturbance {
    NONE("none", 2, "nothing happens"),
    SLOW_HOST("slow-host", 2, "the cable of one host has a quarter of the rate"),
    KILLED("killed", 4, "two hosts lose cable and power when half of the ideal time is over"),
    LOSS("loss", 2, "every host loses 2 % of the packets that arrive, at random"),
    LATE("late", 3, "one host comes when half of the ideal time is over");

    static final int SLOWER = 4;
    static final double LOST_SHARE = 0.02;
    private static final double MIDDLE = 0.5;

    private final String text;
    private final int hostsLeast;
    private final String meaning;

    LabDisturbance(String text, int hostsLeast, String meaning) {
        this.text = text;
        this.hostsLeast = hostsLeast;
        this.meaning = meaning;
    }

    public String text() {
        return text;
    }

    /** One line for readers of a report. */
    public String meaning() {
        return meaning;
    }

    /** Fewer hosts are too few for it. */
    public int hostsLeast() {
        return hostsLeast;
    }

    /** @throws IllegalArgumentException if there is none of that name; says what was expected */
    public static LabDisturbance of(String text) {
        for (LabDisturbance each : values()) if (each.text.equals(text)) return each;
        throw new IllegalArgumentException(
                "expected "
                        + Arrays.stream(values()).map(d -> d.text).collect(Collectors.joining(", "))
                        + ", got "
                        + text);
    }

    /** Those to whom it happens, ascending; empty if to all or none. */
    List<Integer> victims(int hosts) {
        return switch (this) {
            case SLOW_HOST -> List.of(hosts / 2);
            case KILLED -> List.of(hosts / 3, hosts * 2 / 3);
            case LATE -> List.of(hosts - 1);
            default -> List.of();
        };
    }

    /** The hosts that have to get the file. */
    List<Integer> receivers(int hosts) {
        List<Integer> all = new ArrayList<>();
        for (int host = 1; host < hosts; host++)
            if (this != KILLED || !victims(hosts).contains(host)) all.add(host);
        return all;
    }

    /** When it happens, after the start. */
    double atSeconds(double transferSeconds) {
        return this == KILLED || this == LATE ? MIDDLE * transferSeconds : 0;
    }

    /**
     * No system is faster: the slowest cable, full all the time with nothing but the file.
     *
     * @param transferSeconds the file's size over the rate of a cable
     */
    double idealSeconds(double transferSeconds) {
        return switch (this) {
            case SLOW_HOST -> SLOWER * transferSeconds;
            case LATE -> (1 + MIDDLE) * transferSeconds;
            default -> transferSeconds;
        };
    }
}
