package io.abcast.jgroups.forest;

/**
 * The figures of a member at one time. Figures in bytes count the bytes of payloads since the start; rates are in
 * bytes/s.
 *
 * @param linked members with frame connections in both directions
 * @param suspended number of this member's overlays, which are trees over one relay, that are suspended because their
 *     frames were late
 * @param planAgeMillis time since the plan in use was received last; 0 without a plan
 * @param rateOffered rate of the multicasts that this member has sent in the last half second
 * @param uplink estimated uplink of this member; 0 unless this member plans
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
