package io.abcast.sim;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Kinds of faults in a schedule. */
public enum Fault {
    /** Processes crash: at any time, in the middle of a batch, or at a step that leaves an operation half done. */
    CRASH,
    /** Crashed processes restart before the end of the faults. */
    RESTART,
    /** The power fails for all members at once. */
    POWER,
    /** Groups of members cannot reach each other. */
    PARTITION,
    /** Some pairs of members cannot reach each other, although both reach the other members. */
    PARTIAL,
    /** Some links pass messages in one direction only. */
    ASYM,
    /** A link breaks and recovers repeatedly. */
    FLAP,
    /** Connections break and lose messages silently. */
    LOSS,
    /** Old and very old messages are repeated after a reconnect, and a few messages are overtaken by later ones. */
    DUP,
    /** Processes pause, and timers expire late. An old leader may pause until long after it was replaced. */
    PAUSE,
    /**
     * Clocks drift, run at half or double speed, and jump forward. Clocks never go back, because the driver's clock is
     * monotonic.
     */
    CLOCK,
    /** Hints about reachable members are late, early, wrong or missing. */
    HINTS,
    /** A crash loses data that was not yet durable. */
    TAIL,
    /** A crash leaves a part of an unfinished write at the end of the log. */
    TORN,
    /**
     * A write or a sync fails and stops its member. Any part of the unfinished writes may be found at the next start.
     */
    DISK,
    /** A disk stalls, or becomes many times slower. */
    SLOW,
    /** A disk is full until space is freed. Until then, each write stops its member. */
    FULL,
    /** A write is misdirected: it is missing at its place, and it overwrites durable data elsewhere. */
    MISDIRECT,
    /** Durable data becomes unreadable while its member is down, or without a notice while its member is up. */
    ROT,
    /**
     * Snapshots fail, and transfers are corrupted. Members crash while they take, serve, fetch or install a snapshot.
     */
    SNAPSHOT,
    /** In an ensemble without logs, a majority of the members, or all members, crash at once and forget everything. */
    FORGET,
    /**
     * A server is started again while its older process still runs, cut off from all members. The older process meets
     * the members again after they know the newer process.
     */
    TWIN,
    /** A member is started with the data directory of another member or of another ensemble. */
    FOREIGN,
    /**
     * Only f followers receive the proposals, and the leader's own disk has not written them. Then the f followers and
     * the leader crash, and the leader restarts first. Source: EL-Sanosi 2018, figure 3.1, generalized to any N.
     */
    FEW,
    /** In an ensemble with logs, servers join and leave while the ensemble runs. */
    MEMBERSHIP,
    /** A majority loses its storages at one time. The operator repairs the ensemble as the documentation says. */
    REPAIR,
    /**
     * A harder {@link #REPAIR}: parts of the lost storages remain, so few members survive that their statements do not
     * identify the ensemble, and one more member is lost during the repair.
     */
    REMNANT,
    /**
     * A harder {@link #TWIN}: the first process of a server that was started twice meets members that do not know the
     * second process.
     */
    UNFENCED;

    /** The faults that a search draws by default. */
    public static Set<Fault> all() {
        return EnumSet.complementOf(EnumSet.of(REMNANT, UNFENCED));
    }

    /**
     * Parses a list such as {@code crash,partition}, {@code all,remnant} or {@code none}.
     *
     * @throws IllegalArgumentException if the list is malformed; the message names what was expected
     */
    public static Set<Fault> parse(String list) {
        Set<Fault> faults = EnumSet.noneOf(Fault.class);
        if (list.equals("none")) return faults;
        for (String name : list.split(",", -1)) {
            if (name.trim().equals("all")) {
                faults.addAll(all());
                continue;
            }
            try {
                faults.add(valueOf(name.trim().toUpperCase(Locale.ROOT)));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        "expected all, none or some of " + names() + ", got '" + name.trim() + "'",
                        e);
            }
        }
        return faults;
    }

    /** The names of all faults, in the form that the command line accepts. */
    public static String names() {
        return Stream.of(values()).map(Fault::toString).collect(Collectors.joining(","));
    }

    /** The names of these faults, in the form that the command line accepts. */
    public static String format(Set<Fault> faults) {
        if (faults.isEmpty()) return "none";
        if (faults.containsAll(all())) {
            Set<Fault> more = EnumSet.copyOf(faults);
            more.removeAll(all());
            return more.isEmpty() ? "all" : "all," + format(more);
        }
        return faults.stream().sorted().map(Fault::toString).collect(Collectors.joining(","));
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
