package io.abcast.sim;

/**
 * Counts of disk events of all members in one run.
 *
 * @param tailsLost number of crashes in which a member lost data that was not yet durable.
 * @param tornTails number of unfinished log writes that recoveries of members have cut.
 * @param startsRefused number of starts that members refused because of damage of their storage.
 * @param snapshotsPutAside number of damaged snapshots that recoveries of members did not need.
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
