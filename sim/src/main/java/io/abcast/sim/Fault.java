package io.abcast.sim;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Kinds of faults in the schedule of a simulated run. */
public enum Fault {
    /**
     * Kind of fault: server processes crash at any time, in the middle of a batch, or at a step that leaves a storage
     * operation half done.
     */
    CRASH,
    /** Kind of fault: crashed server processes restart while further faults still occur. */
    RESTART,
    /** Kind of fault: the power fails for all members at the same time. */
    POWER,
    /** Kind of fault: the network splits the members into groups that cannot reach each other. */
    PARTITION,
    /** Kind of fault: two members cannot reach each other, although each of them reaches other members. */
    PARTIAL,
    /** Kind of fault: some links between members pass messages in one direction only. */
    ASYM,
    /** Kind of fault: a link between two members breaks and recovers repeatedly. */
    FLAP,
    /** Kind of fault: connections between members break and lose messages silently. */
    LOSS,
    /**
     * Kind of fault: old and very old messages arrive again after a reconnect, and later messages overtake a few
     * earlier messages.
     */
    DUP,
    /** Kind of fault: server processes pause, and their timers expire late. */
    PAUSE,
    /** Kind of fault: clocks of members drift, run at half or double speed, and jump forward. */
    CLOCK,
    /** Kind of fault: hints about reachable members come late, come early, are wrong or are missing. */
    HINTS,
    /** Kind of fault: a crash of a member loses its data that was not yet durable. */
    TAIL,
    /** Kind of fault: a crash leaves a part of an unfinished write at the end of the member's log. */
    TORN,
    /** Kind of fault: a write or a sync of a disk fails and stops the member that uses the disk. */
    DISK,
    /** Kind of fault: a disk completes no operation for some time, or becomes many times slower. */
    SLOW,
    /** Kind of fault: a member's disk is full for some time. A write to a full disk stops the member. */
    FULL,
    /**
     * Kind of fault: a disk misdirects a write: the data is missing at its place and overwrites durable data at another
     * place.
     */
    MISDIRECT,
    /** Kind of fault: durable data of a member becomes unreadable while the member is down. */
    ROT,
    /**
     * Kind of fault: snapshots fail, and transfers of snapshots are corrupted. Members crash while they take, serve,
     * fetch or install a snapshot.
     */
    SNAPSHOT,
    /**
     * Kind of fault: in an ensemble without logs, a majority of the members, or all members, crash at once and forget
     * all data.
     */
    FORGET,
    /**
     * Kind of fault: a server is started again while its older process still runs, cut off from all members. The older
     * process reconnects only to members that already know the newer process.
     */
    TWIN,
    /** Kind of fault: the operator mistakenly starts a member with the data directory of another member or ensemble. */
    FOREIGN,
    /**
     * Kind of fault: only f followers, and not the leader's own disk, store the leader's proposals. The leader and the
     * f followers that stored the proposals crash, and the leader restarts first. Source: EL-Sanosi 2018, figure 3.1,
     * generalized to any N.
     */
    FEW,
    /** Kind of fault: in an ensemble with logs, servers join and leave while the ensemble runs. */
    MEMBERSHIP,
    /**
     * Kind of fault: a majority of the members loses its storages at the same time, and the operator repairs the
     * ensemble.
     */
    REPAIR,
    /**
     * Kind of fault: a harder form of {@link #REPAIR}: parts of the lost storages remain, and one more member is lost
     * during the repair.
     */
    REMNANT,
    /**
     * Kind of fault: a harder form of {@link #TWIN}: the older process of a server also reconnects to members that do
     * not know the newer process.
     */
    UNFENCED;

    /** The faults that a campaign draws by default: all except {@link #REMNANT} and {@link #UNFENCED}. */
    public static Set<Fault> all() {
        return EnumSet.complementOf(EnumSet.of(REMNANT, UNFENCED));
    }

    /**
     * Parses a list of faults such as {@code crash,partition}, {@code all,remnant} or {@code none}.
     *
     * @throws IllegalArgumentException if the list of faults is malformed; the message names the expected form
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

    /** The names of the faults in the set {@code faults}, in the form that the command line accepts. */
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
