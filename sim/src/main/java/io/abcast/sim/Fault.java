package io.abcast.sim;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a fault schedule may contain. */
public enum Fault {
    /** Processes die: at any moment, in the middle of a batch, or at the very step after which something is half done. */
    CRASH,
    /** Crashed processes come back before the end. */
    RESTART,
    /** The power fails for all members at once. */
    POWER,
    /** Groups of members cannot reach one another. */
    PARTITION,
    /** Some pairs of members cannot reach one another, though both reach the others. */
    PARTIAL,
    /** Messages pass one way only. */
    ASYM,
    /** A link breaks and comes back, again and again. */
    FLAP,
    /** Connections break and lose messages silently. */
    LOSS,
    /** Old messages come again after a reconnect, very old ones too, and a few are overtaken by later ones. */
    DUP,
    /** Processes stand still, an old leader until others have long replaced it; timers are late. */
    PAUSE,
    /** Clocks drift, run at half or double speed, and leap forward. They never go back: the driver's clock is monotonic. */
    CLOCK,
    /** Hints about who is reachable are late, early, wrong or missing. */
    HINTS,
    /** A crash loses what was not yet durable. */
    TAIL,
    /** A crash leaves half of an unfinished write at the end of the log. */
    TORN,
    /** A write or a sync fails and stops its member; of what was under way anything may be there later. */
    DISK,
    /** A disk stalls, or becomes many times slower. */
    SLOW,
    /** A disk is full, and stops its member whenever that writes, until somebody makes room. */
    FULL,
    /** A write goes astray: it is missing where it belongs, and something durable is overwritten. */
    MISDIRECT,
    /** What was durable decays, while its member is down or unnoticed while it is up. */
    ROT,
    /** Snapshots fail, transfers are corrupted; members die in the middle of taking, serving, fetching and installing one. */
    SNAPSHOT,
    /** Without logs: a majority of the members, or all, crash at once and forget everything. */
    FORGET,
    /** A server is started again while its process still runs, cut off from all others; that meets them again when they know the newer one. */
    TWIN,
    /** A member is started with another member's storage, or with that of another ensemble. */
    FOREIGN,
    /**
     * Only f followers get what is proposed, and the leader's disk is behind; then they and the leader crash, and the leader comes
     * back first: figure 3.1 of EL-Sanosi 2018, for any N.
     */
    FEW,
    /** With logs: servers join the ensemble and leave it while it runs. */
    MEMBERSHIP,
    /** A majority loses its storages at one time, and a person repairs the ensemble as the documentation says. */
    REPAIR,
    /** In addition, parts of lost storages are left, too few survive to name their ensemble, and one more member is lost meanwhile. */
    REMNANT,
    /** In addition, the first process of a server that was started twice meets members that do not know the second one. */
    UNFENCED;

    /** The faults that a search draws by default. */
    public static Set<Fault> all() {
        return EnumSet.complementOf(EnumSet.of(REMNANT, UNFENCED));
    }

    /**
     * Parses {@code crash,partition}, {@code all,remnant} or {@code none}.
     *
     * @throws IllegalArgumentException naming what was expected
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

    /** All of them, as the command line has them. */
    public static String names() {
        return Stream.of(values()).map(Fault::toString).collect(Collectors.joining(","));
    }

    /** As the command line has them. */
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
