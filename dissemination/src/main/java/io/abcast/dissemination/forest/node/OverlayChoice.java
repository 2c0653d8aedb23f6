package io.abcast.dissemination.forest.node;

/**
 * Divides the frames of one source among its overlays. The number of an overlay is the number of its relay. In the
 * overlay with the source's own number, the source sends directly to all members.
 */
public interface OverlayChoice {
    /**
     * @param rates planned rate of each overlay in bytes/s, indexed by the overlay's relay; {@code null} without a
     *     plan. An implementation must not change the array {@code rates}
     */
    void plan(double[] rates);

    /** The overlays whose planned rate is above 0, one bit for each relay. */
    long planned();

    /**
     * Chooses the overlay over which the source sends its next frame.
     *
     * @param bytes number of payload bytes of the frame
     * @param present members of the view, one bit for each member. If a relay is not a member of the view, the source
     *     sends the relay's share of the frames directly.
     * @param usable overlays that the source may use, one bit for each relay. The usable overlays also take the
     *     unusable overlays' shares of the frames
     */
    int choose(int bytes, long present, long usable);
}
