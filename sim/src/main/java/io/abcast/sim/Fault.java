package io.abcast.sim;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a fault schedule may contain. */
public enum Fault {
    /** Processes die, also in the middle of a batch, also all at once. */
    CRASH,
    /** Crashed processes come back before the end. */
    RESTART,
    /** Groups of members cannot reach one another. */
    PARTITION,
    /** Messages pass one way only. */
    ASYM,
    /** Connections break and lose messages silently. */
    LOSS,
    /** A crash loses what was not yet durable. */
    TAIL,
    /** Snapshots fail, transfers are corrupted. */
    SNAPSHOT,
    /** Processes stand still; clocks drift, timers are late. */
    PAUSE,
    /** Hints about who is reachable are late, early, wrong or missing. */
    HINTS,
    /** Old messages come again after a reconnect, and a few are overtaken by later ones. */
    DUP,
    /** A disk stalls, or fails and stops its member. */
    DISK,
    /** Without logs: a majority of the members, or all, crash at once and forget everything. */
    FORGET,
    /** A crash leaves half of an unfinished write at the end of the log. */
    TORN,
    /** What was durable is damaged while its member is down: it refuses to start until a person has mended its storage. */
    ROT;

    public static Set<Fault> all() {
        return EnumSet.allOf(Fault.class);
    }

    /**
     * Parses {@code crash,partition}, {@code all} or {@code none}.
     *
     * @throws IllegalArgumentException naming what was expected
     */
    public static Set<Fault> parse(String list) {
        Set<Fault> faults = EnumSet.noneOf(Fault.class);
        if (list.equals("all")) return all();
        if (list.equals("none")) return faults;
        for (String name : list.split(",", -1)) {
            try {
                faults.add(valueOf(name.trim().toUpperCase(Locale.ROOT)));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        "expected all, none or some of "
                                + Stream.of(values())
                                        .map(Fault::toString)
                                        .collect(Collectors.joining(","))
                                + ", got '"
                                + name.trim()
                                + "'",
                        e);
            }
        }
        return faults;
    }

    /** As the command line has them. */
    public static String format(Set<Fault> faults) {
        if (faults.size() == values().length) return "all";
        if (faults.isEmpty()) return "none";
        return faults.stream().sorted().map(Fault::toString).collect(Collectors.joining(","));
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
