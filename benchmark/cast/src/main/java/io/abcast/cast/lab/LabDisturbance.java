package io.abcast.cast.lab;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** A disturbance of a run, such as slow or lost hosts. No disturbance affects the source, which is host 0. */
public enum LabDisturbance {
    NONE("none", 2, "nothing happens"),
    SLOW_HOST("slow-host", 2, "the cable of one host has a quarter of the rate"),
    KILLED("killed", 4, "two hosts lose cable and power when half of the ideal time is over"),
    LOSS("loss", 2, "every host loses a random 2 % of the packets that arrive"),
    LATE("late", 3, "one host joins when half of the ideal time is over");

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

    /** A description of this disturbance in one line, for readers of a report. */
    public String meaning() {
        return meaning;
    }

    /** Minimum number of hosts that this disturbance needs. */
    public int hostsLeast() {
        return hostsLeast;
    }

    /**
     * @throws IllegalArgumentException if there is no disturbance with the name {@code text}; the message lists the
     *     names
     */
    public static LabDisturbance of(String text) {
        for (LabDisturbance each : values()) if (each.text.equals(text)) return each;
        throw new IllegalArgumentException(
                "expected "
                        + Arrays.stream(values()).map(d -> d.text).collect(Collectors.joining(", "))
                        + ", got "
                        + text);
    }

    /** In ascending order; empty if the disturbance affects all hosts or no host. */
    List<Integer> victims(int hosts) {
        return switch (this) {
            case SLOW_HOST -> List.of(hosts / 2);
            case KILLED -> List.of(hosts / 3, hosts * 2 / 3);
            case LATE -> List.of(hosts - 1);
            default -> List.of();
        };
    }

    /** The hosts that must get the file in spite of the disturbance. */
    List<Integer> receivers(int hosts) {
        List<Integer> all = new ArrayList<>();
        for (int host = 1; host < hosts; host++)
            if (this != KILLED || !victims(hosts).contains(host)) all.add(host);
        return all;
    }

    /** In seconds after the start of the transfer. */
    double atSeconds(double transferSeconds) {
        return this == KILLED || this == LATE ? MIDDLE * transferSeconds : 0;
    }

    /**
     * Minimum time in seconds that any system needs on the slowest cable.
     *
     * @param transferSeconds size of the file divided by the rate of a cable, in seconds
     */
    double idealSeconds(double transferSeconds) {
        return switch (this) {
            case SLOW_HOST -> SLOWER * transferSeconds;
            case LATE -> (1 + MIDDLE) * transferSeconds;
            default -> transferSeconds;
        };
    }
}
