package io.abcast.sim;

/**
 * Counts of disk events of all members in one run.
 *
 * @param tailsLost number of crashes that lost data which was not yet durable.
 * @param tornTails number of unfinished writes that recoveries have cut.
 * @param startsRefused number of starts of members that were refused because of damage.
 * @param snapshotsPutAside number of damaged snapshots that recoveries did not need.
 */
public record DiskFigures(int tailsLost, int tornTails, int startsRefused, int snapshotsPutAside) {
    static DiskFigures of(SimulatedServer[] members) {
        int tails = 0;
        int torn = 0;
        int refused = 0;
        int aside = 0;
        for (SimulatedServer member : members) {
            Drive drive = member.drive();
            tails += drive.tailsLost();
            torn += drive.tornTails();
            refused += drive.refusals();
            aside += drive.fallbacks();
        }
        return new DiskFigures(tails, torn, refused, aside);
    }
}
