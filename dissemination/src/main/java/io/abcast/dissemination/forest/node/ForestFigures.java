package io.abcast.dissemination.forest.node;

/** Counters of a {@link ForestNode} since its start. All numbers of bytes count payload bytes only. */
public final class ForestFigures {
    long payloads;
    long bytesOffered;
    long bytesIn;
    long bytesDirect;
    long bytesToRelays;
    long bytesForwarded;
    long bytesResent;
    long bytesFetched;
    long bytesSentToFetchers;
    long framesReceived;
    long framesRepeated;
    long framesDamaged;
    long framesMisplaced;
    long relayDrops;
    long relayFulls;
    long lateFrames;
    long suspensions;
    long resumptions;
    long abandoned;
    long evicted;
    long refusedPayloads;
    long plansAccepted;
    long plansRefused;
    private final long[] damagedBy = new long[ForestSettings.ID_MAX + 1];

    void damaged(int from) {
        framesDamaged++;
        damagedBy[from]++;
    }

    /** Payloads that this member has spread as their source. */
    public long payloads() {
        return payloads;
    }

    /** Bytes of the payloads that this member has spread as their source. */
    public long bytesOffered() {
        return bytesOffered;
    }

    /** Bytes of all received frames. */
    public long bytesIn() {
        return bytesIn;
    }

    /** Bytes of all frames put on links. */
    public long bytesOut() {
        return bytesDirect + bytesToRelays + bytesForwarded + bytesResent + bytesSentToFetchers;
    }

    /** Bytes of own frames that this member sent directly, counted once per receiver. Late frames are not counted. */
    public long bytesDirect() {
        return bytesDirect;
    }

    /** Bytes of own frames sent to relays. */
    public long bytesToRelays() {
        return bytesToRelays;
    }

    /** Bytes of other members' frames that this member sent on as a relay. */
    public long bytesForwarded() {
        return bytesForwarded;
    }

    /** Bytes of own late frames sent directly. */
    public long bytesResent() {
        return bytesResent;
    }

    /** Bytes that this member has received because it fetched payloads. */
    public long bytesFetched() {
        return bytesFetched;
    }

    /** Bytes that this member sent to members that fetch. */
    public long bytesSentToFetchers() {
        return bytesSentToFetchers;
    }

    /** Frames received for the first time. */
    public long framesReceived() {
        return framesReceived;
    }

    /** Frames received that this member had received before. */
    public long framesRepeated() {
        return framesRepeated;
    }

    /** Received frames or payloads that did not match their digest. */
    public long framesDamaged() {
        return framesDamaged;
    }

    /** Frames or payloads received from {@code sender} that did not match their digest. */
    public long framesDamagedBy(int sender) {
        return damagedBy[sender];
    }

    /**
     * Frames dropped because they were of an old incarnation, came from a wrong sender, or would have made too many
     * gaps.
     */
    public long framesMisplaced() {
        return framesMisplaced;
    }

    /**
     * Frames that this member, as a relay, dropped for one destination because the queue of the destination was full.
     */
    public long relayDrops() {
        return relayDrops;
    }

    /** Reports of relays that they dropped a frame of this member. */
    public long relayFulls() {
        return relayFulls;
    }

    /** Own frames that were late at a member, once per member. */
    public long lateFrames() {
        return lateFrames;
    }

    /** Number of times that an overlay of this member was suspended. */
    public long suspensions() {
        return suspensions;
    }

    /** Overlays that got their share back after a probe. */
    public long resumptions() {
        return resumptions;
    }

    /**
     * Own frames that were given up to make room for new frames, although not all members have acknowledged them. A
     * quorum holds these frames.
     */
    public long abandoned() {
        return abandoned;
    }

    /** Incomplete or unclaimed payloads that were dropped because the buffer of their source was full. */
    public long evicted() {
        return evicted;
    }

    /** Payloads refused because too many own bytes were in flight. */
    public long refusedPayloads() {
        return refusedPayloads;
    }

    public long plansAccepted() {
        return plansAccepted;
    }

    /** Received plans that were refused because they were old, contradictory or had absurd values. */
    public long plansRefused() {
        return plansRefused;
    }
}
