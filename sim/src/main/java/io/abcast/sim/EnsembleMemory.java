package io.abcast.sim;

import io.abcast.kernel.Zxid;
import io.abcast.sim.check.RunHistory;

/**
 * What the members of a cluster without logs still know together. A member remembers once it is a voter; it holds something
 * once it remembers or has an entry. When fewer than a quorum remember what was ordered, nobody may serve. That ends when all
 * have forgotten: then a new history may begin; or when a leader that knows everything takes in members whose admission was
 * under way. The {@link RunHistory} is told of each.
 */
public final class EnsembleMemory {
    private final SimulatedServer[] all;
    private final int quorum;

    /** Without logs, in an ensemble that does not change. One that changes always keeps a quorum that remembers. */
    private final boolean forgets;

    private final RunHistory history;

    /** Whether anybody has led since the present history began, or since nobody held anything. */
    private boolean established;

    private boolean majorityForgotten;

    /** Whether a person is about to repair what a majority has lost. */
    private boolean repairing;

    /**
     * Whether nobody holds anything, so that a new history may begin: when somebody leads, if nothing of the old one, which
     * may still be under way to a member, has turned up by then.
     */
    private boolean blank;

    /** Whether crashes have hit a formation, which may leave some in an epoch that the others do not know. */
    private boolean formationHit;

    /** By rank: whether the member has become a voter, durably, since its storage was lost. */
    private final boolean[] readmitted;

    /** By rank: whether the member belongs to a founded ensemble, durably. */
    private final boolean[] belongs;

    /** Least number of members that kept their votes when another one lost them, in the present history. */
    private int fewest = Integer.MAX_VALUE;

    private int majoritiesForgotten;
    private int newBeginnings;

    EnsembleMemory(SimulatedServer[] all, int quorum, boolean forgets, RunHistory history) {
        this.all = all;
        this.quorum = quorum;
        this.forgets = forgets;
        this.history = history;
        readmitted = new boolean[all.length];
        belongs = new boolean[all.length];
    }

    static boolean remembers(SimulatedServer member) {
        if (!member.up() || member.fails()) return false;
        return member.probe() == null ? member.lives() == 1 : member.probe().voter();
    }

    private static boolean holdsEntries(SimulatedServer member) {
        return member.up()
                && (member.drive().ledger().asked().lastZxid() != Zxid.NONE
                        || member.machine().lastZxid() != Zxid.NONE);
    }

    private static boolean leads(SimulatedServer member) {
        return member.probe() != null && member.probe().leads();
    }

    /** The storage of that member was lost, or a part of it that it had acknowledged. */
    void lost(SimulatedServer member) {
        readmitted[member.rank()] = false;
        belongs[member.rank()] = false;
        count();
    }

    /** A majority loses its storages now, and a person repairs the ensemble: others say what is lost. */
    void repairing() {
        repairing = true;
    }

    boolean isRepairing() {
        return repairing;
    }

    /** A person has repaired the ensemble. */
    void repaired() {
        repairing = false;
        formationHit = false;
        fewest = Integer.MAX_VALUE;
        count();
    }

    private boolean keepsVotes(SimulatedServer member) {
        if (forgets) return remembers(member);
        return !member.drive().lost() || readmitted[member.rank()];
    }

    private void count() {
        if (!established) return;
        int keep = 0;
        for (SimulatedServer member : all) if (keepsVotes(member)) keep++;
        fewest = Math.min(fewest, keep);
    }

    /** Whether so many members had lost their votes at one time that fewer than {@code votersMin} were left. */
    boolean lostTooMany(int votersMin) {
        return fewest < votersMin;
    }

    /** A member has crashed. */
    void died() {
        if (!forgets || repairing) return;
        count();
        int voters = 0;
        boolean held = false;
        boolean persisted = false;
        for (SimulatedServer member : all) {
            if (remembers(member)) voters++;
            held |= holdsEntries(member);
            persisted |= member.up() && member.drive().ledger().persists();
        }
        if (voters == 0 && !held) {
            if (established) lose();
            established = false;
            blank = true;
            // A promise may be the first sign of more that is still under way to its member.
            formationHit = persisted;
        } else if (voters < quorum && !established) {
            formationHit = true;
        } else if (voters < quorum && !majorityForgotten) {
            majoritiesForgotten++;
            lose();
        }
    }

    private int voters() {
        int voters = 0;
        for (SimulatedServer member : all) if (remembers(member)) voters++;
        return voters;
    }

    private void lose() {
        majorityForgotten = true;
        history.majorityForgot();
    }

    /** The member is about to append an entry. */
    void appending(SimulatedServer member) {
        if (blank && leads(member)) begin();
    }

    /** Whether the storage of that member knows of a founded ensemble. */
    boolean belongs(SimulatedServer member) {
        return belongs[member.rank()];
    }

    /** After a batch. */
    void observe(SimulatedServer member) {
        if (member.probe() instanceof EnsembleProbe probe
                && probe.era() != 0
                && member.drive().ledger().hasPersisted()) belongs[member.rank()] = true;
        if (!forgets && remembers(member) && member.drive().ledger().hasPersisted())
            readmitted[member.rank()] = true;
        if (blank) {
            for (SimulatedServer other : all) if (holdsEntries(other)) blank = false;
            // Where members lie, a founded ensemble may answer reads before its first leader is
            // there.
            if (blank && (leads(member) || voters() >= quorum)) begin();
        } else if (majorityForgotten) {
            long remembering = 0;
            for (SimulatedServer other : all)
                if (remembers(other)) remembering |= 1L << other.rank();
            if (Long.bitCount(remembering) >= quorum) {
                majorityForgotten = false;
                fewest = Integer.MAX_VALUE;
                history.majorityRegained(remembering);
            }
        }
        established |= leads(member);
        if (formationHit && established && voters() >= quorum) formationHit = false;
    }

    private void begin() {
        if (majorityForgotten) newBeginnings++;
        blank = false;
        majorityForgotten = false;
        // A leader may count the answers of members that have entered its epoch and crashed since.
        formationHit &= voters() < quorum;
        fewest = Integer.MAX_VALUE;
        history.beginAnew();
    }

    /** Whether the members remember too little to be required to serve. */
    public boolean mayRefuse() {
        if (repairing) return false;
        if (blank) return formationHit;
        return majorityForgotten || (formationHit && voters() < quorum);
    }

    /** How often a majority has forgotten what others remembered. */
    public int majoritiesForgotten() {
        return majoritiesForgotten;
    }

    /** How often everybody had forgotten and a new history has begun. */
    public int newBeginnings() {
        return newBeginnings;
    }
}
