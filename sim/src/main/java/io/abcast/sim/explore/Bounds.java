package io.abcast.sim.explore;

import io.abcast.log.Durability;

/**
 * What one exploration covers.
 *
 * @param members of the ensemble, with ids 1 to this
 * @param slots instances or entries; messages about later ones are lost
 * @param requests that clients submit, at any members
 * @param crashes of all members together; each is followed by a restart
 * @param campaigns preparations, regency changes or elections of all members together
 * @param retries how often the heartbeat and retry time of a member passes, of all members together
 * @param repeats repeated deliveries; {@link #ANY}: any message may be delivered again at any time
 * @param reads linearizable reads
 * @param liars members that lie
 * @param durability whether a restarted member finds what it has written
 * @param deviations from the default schedule; {@link #ANY}: every schedule
 * @param depth events of one schedule
 * @param memoryBytes that the set of visited states may take
 */
public record Bounds(
        int members,
        int slots,
        int requests,
        int crashes,
        int campaigns,
        int retries,
        int repeats,
        int reads,
        int liars,
        Durability durability,
        int deviations,
        int depth,
        long memoryBytes) {
    public static final int ANY = -1;

    /** The largest bound on crashes, campaigns, retries or repeats. */
    public static final int EVENTS_MAX = Cost.MAX;

    /** The defaults for so many members, slots and crashes. */
    public static Bounds of(int members, int slots, int crashes) {
        return new Bounds(
                members,
                slots,
                slots + 1,
                crashes,
                slots == 1 ? 3 : 2,
                0,
                0,
                0,
                0,
                Durability.FSYNC,
                ANY,
                10_000,
                8L << 30);
    }

    /** The same with that bound on deviations. */
    public Bounds deviations(int most) {
        return new Bounds(
                members,
                slots,
                requests,
                crashes,
                campaigns,
                retries,
                repeats,
                reads,
                liars,
                durability,
                most,
                depth,
                memoryBytes);
    }

    /** The same with these bounds on events. */
    public Bounds events(int newRequests, int newCampaigns, int newRetries) {
        return new Bounds(
                members,
                slots,
                newRequests,
                crashes,
                newCampaigns,
                newRetries,
                repeats,
                reads,
                liars,
                durability,
                deviations,
                depth,
                memoryBytes);
    }
}
