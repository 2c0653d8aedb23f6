package io.abcast.dissemination.forest.node;

/**
 * The counters of a {@link ForestNode} since its start. All byte counters of a forest node count payload bytes only.
 */
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

    /** Number of payloads that this member has spread as their source. */
    public long payloads() {
        return payloads;
    }

    /** Number of bytes of the payloads that this member has spread as their source. */
    public long bytesOffered() {
        return bytesOffered;
    }

    /** Number of bytes of all frames that this member has received. */
    public long bytesIn() {
        return bytesIn;
    }

    /** Number of bytes of all frames that this member has put on links. */
    public long bytesOut() {
        return bytesDirect + bytesToRelays + bytesForwarded + bytesResent + bytesSentToFetchers;
    }

    /**
     * Number of bytes of own frames that this member has sent directly, counted once per receiver, without second
     * copies of frames that were late.
     */
    public long bytesDirect() {
        return bytesDirect;
    }

    /** Number of bytes of own frames that this member has sent to relays. */
    public long bytesToRelays() {
        return bytesToRelays;
    }

    /** Number of bytes of other members' frames that this member has sent on as a relay. */
    public long bytesForwarded() {
        return bytesForwarded;
    }

    /** Number of bytes of own late frames that this member has sent directly. */
    public long bytesResent() {
        return bytesResent;
    }

    /** Number of bytes that this member has received as answers to its fetches of payloads. */
    public long bytesFetched() {
        return bytesFetched;
    }

    /** Number of bytes that this member has sent to members that fetch payloads. */
    public long bytesSentToFetchers() {
        return bytesSentToFetchers;
    }

    /** Number of frames that this member has received for the first time. */
    public long framesReceived() {
        return framesReceived;
    }

    /** Number of received frames that this member had received before. */
    public long framesRepeated() {
        return framesRepeated;
    }

    /** Number of received frames or payloads that did not match their digest. */
    public long framesDamaged() {
        return framesDamaged;
    }

    /** Number of frames or payloads from {@code sender} that did not match their digest. */
    public long framesDamagedBy(int sender) {
        return damagedBy[sender];
    }

    /**
     * Number of received frames that this member dropped: frames of an old incarnation, from a wrong sender, or with
     * too many gaps in the sequence numbers.
     */
    public long framesMisplaced() {
        return framesMisplaced;
    }

    /**
     * Number of frames that this member, as a relay, dropped for one destination because the destination's queue was
     * full.
     */
    public long relayDrops() {
        return relayDrops;
    }

    /** Number of reports in which a relay informed this member that it dropped a frame of this member. */
    public long relayFulls() {
        return relayFulls;
    }

    /** Number of own frames that a member did not acknowledge in time, counted once per member. */
    public long lateFrames() {
        return lateFrames;
    }

    /** Number of times that this member has suspended one of its overlays because its frames were late. */
    public long suspensions() {
        return suspensions;
    }

    /** Number of times that a suspended overlay of this member got its share of the frames back after a probe. */
    public long resumptions() {
        return resumptions;
    }

    /**
     * Number of own frames that this member gave up to make room for new frames, although not all members had
     * acknowledged them. This member gives up only frames that a quorum holds.
     */
    public long abandoned() {
        return abandoned;
    }

    /** Number of payloads that this member dropped because the buffer of their source was full. */
    public long evicted() {
        return evicted;
    }

    /** Number of payloads that this member refused because too many own bytes were in flight. */
    public long refusedPayloads() {
        return refusedPayloads;
    }

    public long plansAccepted() {
        return plansAccepted;
    }

    /** Number of received plans that this member refused because they were old, contradictory or had absurd values. */
    public long plansRefused() {
        return plansRefused;
    }
}
