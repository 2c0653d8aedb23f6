package io.abcast.sim;

import io.abcast.kernel.Entry;
import io.abcast.kernel.Zxid;
import java.util.ArrayList;
import java.util.List;

/**
 * What of one member's storage outlives its process: a log, snapshots and the small state; and what is wrong with them.
 * Recovery judges as the real one does (the kernel's DamageTest): what a crash left of an unfinished write is cut; damage to
 * what had been durable, which marks in the log tell apart, refuses to start, unless it is a snapshot that the log can do
 * without. Then a person repairs the log by cutting it, or removes everything.
 */
final class Platter {
    private LogImage image = new LogImage();
    private byte[] state;

    /** Readable entries behind the first unreadable one of a write that a crash interrupted; {@code null}: there is none. */
    private List<Entry> unfinished;

    /** The first entry that has rotted, or {@link Zxid#NONE}. */
    private long rottenEntry = Zxid.NONE;

    private boolean rottenState;
    private boolean rottenSnapshot;

    /** Whether the log was cut by hand, and no state that knows of it is durable yet. */
    private boolean repaired;

    /** Whether a person has cut or removed anything, ever. */
    private boolean lost;

    private int tornTails;
    private int refusals;
    private int fallbacks;

    LogImage image() {
        return image;
    }

    byte[] state() {
        return state;
    }

    void state(byte[] content) {
        state = content;
        repaired = false;
    }

    boolean repaired() {
        return repaired;
    }

    boolean lost() {
        return lost;
    }

    /** Unfinished writes that recovery has cut. */
    int tornTails() {
        return tornTails;
    }

    /** Damages for which recovery has refused. */
    int refusals() {
        return refusals;
    }

    /** Damaged snapshots that recovery could do without. */
    int fallbacks() {
        return fallbacks;
    }

    /** The crash interrupts the write of these entries: sectors arrive in any order, and the first entry's not completely. */
    void tear(List<Entry> entries, Rng random) {
        unfinished = new ArrayList<>();
        for (int i = 1; i < entries.size(); i++)
            if (random.chance(0.5)) unfinished.add(entries.get(i));
    }

    /** Something that had been durable is no longer readable. */
    void rot(Rng random) {
        int log = image.log().size();
        switch (random.below(6)) {
            case 0 -> rottenState = state != null;
            case 1, 2 -> rottenSnapshot = image.newestSnapshot() != null;
            default -> {
                if (log == 0) break;
                // The end is where a careless recovery would take it for an unfinished write.
                int at = random.chance(0.5) ? log - 1 : random.below(log);
                rottenEntry = image.log().get(at).zxid();
            }
        }
    }

    /** What a start finds. @return why it is refused, or {@code null} */
    String recover(DiskModel.Lie lie) {
        if (unfinished != null) {
            tornTails++;
            if (lie == DiskModel.Lie.TORN_TAIL_KEPT) for (Entry e : unfinished) image.append(e);
            unfinished = null;
        }
        if (lie == DiskModel.Lie.ROT_TAKEN_FOR_TORN && rottenEntry != Zxid.NONE) cut();
        String problem = problem();
        if (problem != null) {
            refusals++;
            return problem;
        }
        if (rottenSnapshot) {
            fallbacks++;
            image.dropNewestSnapshot();
            rottenSnapshot = false;
        }
        image.recover();
        return null;
    }

    /** Why a start is refused, or {@code null}. */
    String problem() {
        if (rottenState) return "the state is damaged";
        if (rottenEntry != Zxid.NONE)
            return "entry " + Zxid.toString(rottenEntry) + " is damaged, and had been durable";
        if (rottenSnapshot && !image.canDropNewestSnapshot())
            return "the newest snapshot is damaged, and the log does not reach back to an older one";
        return null;
    }

    /** A person cuts the log where it is damaged, if that is all that is wrong. @return whether it is */
    boolean repair() {
        if (rottenState || rottenSnapshot || rottenEntry == Zxid.NONE) return false;
        cut();
        if (image.lastZxid() < image.newestSnapshotZxid()) image.recover();
        repaired = true;
        lost = true;
        return true;
    }

    private void cut() {
        Entry first = image.entry(rottenEntry);
        int at = image.log().indexOf(first);
        image.truncate(at == 0 ? image.logAfter() : image.log().get(at - 1).zxid());
        rottenEntry = Zxid.NONE;
    }

    /** Nothing is left: the storage of a new member. */
    void wipe() {
        image = new LogImage();
        state = null;
        unfinished = null;
        rottenEntry = Zxid.NONE;
        rottenState = false;
        rottenSnapshot = false;
        repaired = false;
        lost = true;
    }
}
