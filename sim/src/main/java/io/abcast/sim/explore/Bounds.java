package io.abcast.sim.explore;

import io.abcast.log.Durability;

/**
 * Bounds of one exploration, which checks every schedule within these bounds.
 *
 * @param members number of members, with ids 1 to this number
 * @param slots number of slots or entries; the explorer drops messages about later slots or entries
 * @param requests number of requests that clients submit, at any members
 * @param crashes number of crashes of all members together; a crashed member always restarts
 * @param campaigns number of attempts of all members together to get a new leader: elections, preparations of ballots,
 *     or regency changes
 * @param retries number of times that the interval of heartbeats and retries passes, at all members together
 * @param repeats number of repeated deliveries of messages; with {@link #ANY}, any message may be delivered again at
 *     any time
 * @param reads number of linearizable reads of all members together
 * @param liars number of members that lie
 * @param durability durability of members, which determines whether a restarted member finds its data
 * @param deviations number of deviations from the default schedule; with {@link #ANY}, the explorer runs every schedule
 * @param depth maximum number of events of one schedule
 * @param memoryBytes maximum size in bytes of the set of visited states in memory
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

    /** Maximum value of the bounds on crashes, campaigns (attempts to get a leader), retries and repeats. */
    public static final int EVENTS_MAX = Cost.MAX;

    /** Creates default exploration bounds for the given numbers of members, slots and crashes. */
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

    /** Returns a copy of these exploration bounds with another maximum number of deviations. */
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

    /** Returns a copy of these exploration bounds with other maximum numbers of requests, campaigns and retries. */
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
