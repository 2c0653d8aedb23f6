package io.abcast.sim;

/**
 * What happened to the disks of all members in one run.
 *
 * @param tailsLost crashes that lost something that was not yet durable
 * @param tornTails unfinished writes that recoveries have cut
 * @param startsRefused starts that were refused because of damage
 * @param snapshotsPutAside damaged snapshots that recoveries could do without
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
