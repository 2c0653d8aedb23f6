package io.abcast.jgroups.forest;

/**
 * The figures of {@code FOREST}, which multicasts over trees of members, at one member and moment. Figures in bytes
 * count the bytes of payloads since the start of the member. Rates in a {@code ForestSnapshot} are in bytes/s.
 *
 * @param linked members that have frame connections with this member in both directions
 * @param suspended number of this member's suspended overlays, that is, trees over one relay whose frames were late
 * @param planAgeMillis time in ms since this member last received the plan in use, which gives the rates of the
 *     overlays; 0 without a plan
 * @param rateOffered rate of the multicasts that this member has sent in the last half second, in bytes/s
 * @param uplink estimated rate of this member's uplink in bytes/s; 0 unless this member computes plans
 */
public record ForestSnapshot(
        int linked,
        long bytesDirect,
        long bytesToRelays,
        long bytesForwarded,
        long bytesResent,
        long bytesFetched,
        long lateFrames,
        long relayDrops,
        long framesDamaged,
        long suspensions,
        int suspended,
        long ownBytes,
        long planEpoch,
        long planNumber,
        long planAgeMillis,
        long plansMade,
        long plansRefused,
        long planFallbacks,
        double rateOffered,
        double rateOut,
        double rateIn,
        double uplink) {
    static final ForestSnapshot NONE =
            new ForestSnapshot(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
}
