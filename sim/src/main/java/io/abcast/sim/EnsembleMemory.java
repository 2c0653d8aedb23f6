package io.abcast.sim;

import io.abcast.kernel.Zxid;
import io.abcast.sim.check.RunHistory;

/**
 * Tracks which members of a cluster without logs still remember the history. A member remembers the order of entries
 * from the time when it becomes a voter until it crashes. If fewer members than a quorum remember the order of entries,
 * no member may serve requests.
 */
public final class EnsembleMemory {
    private final SimulatedServer[] all;
    private final int quorum;

    /**
     * Whether faults may make a majority forget the order of entries; false if members have logs or the ensemble
     * changes.
     */
    private final boolean forgets;

    private final RunHistory history;

    private boolean established;

    private boolean majorityForgotten;

    private boolean repairing;

    private boolean blank;

    /**
     * Whether crashes have interrupted the first formation, so that some members may be in an epoch that other members
     * do not know.
     */
    private boolean formationHit;

    /** For each member, by rank: whether the member has durably become a voter since its storage was lost. */
    private final boolean[] readmitted;

    private final boolean[] belongs;

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

    void lost(SimulatedServer member) {
        readmitted[member.rank()] = false;
        belongs[member.rank()] = false;
        count();
    }

    /** The caller must report the loss of a majority, because this class does not detect it. */
    void repairing() {
        repairing = true;
    }

    boolean isRepairing() {
        return repairing;
    }

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

    boolean lostTooMany(int votersMin) {
        return fewest < votersMin;
    }

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
            // A member that has persisted a promise may have crashed while messages to this member
            // were in flight.
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

    void appending(SimulatedServer member) {
        if (blank && leads(member)) begin();
    }

    boolean belongs(SimulatedServer member) {
        return belongs[member.rank()];
    }

    void observe(SimulatedServer member) {
        if (member.probe() instanceof EnsembleProbe probe
                && probe.era() != 0
                && member.drive().ledger().hasPersisted()) belongs[member.rank()] = true;
        if (!forgets && remembers(member) && member.drive().ledger().hasPersisted())
            readmitted[member.rank()] = true;
        if (blank) {
            for (SimulatedServer other : all) if (holdsEntries(other)) blank = false;
            // If members lie, reads may be answered before a leader exists, so a new history also
            // begins when a quorum votes.
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
        // Some members that entered the leader's epoch may have crashed, so fewer than a quorum may
        // remember the epoch.
        formationHit &= voters() < quorum;
        fewest = Integer.MAX_VALUE;
        history.beginAnew();
    }

    /** Whether the members may refuse requests and reads because the members remember too little of the history. */
    public boolean mayRefuse() {
        if (repairing) return false;
        if (blank) return formationHit;
        return majorityForgotten || (formationHit && voters() < quorum);
    }

    /** Number of times at which a majority had forgotten the order, while other members remembered the order. */
    public int majoritiesForgotten() {
        return majoritiesForgotten;
    }

    /** Number of times at which all members had forgotten the history and a new history began. */
    public int newBeginnings() {
        return newBeginnings;
    }
}
