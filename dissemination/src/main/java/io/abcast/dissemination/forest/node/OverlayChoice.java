package io.abcast.dissemination.forest.node;

/**
 * Divides the frames of one source among its overlays. The overlay of a member is the overlay in which this member is
 * the relay. In the overlay of the source itself, the source sends directly to all members.
 */
public interface OverlayChoice {
    /**
     * @param rates planned rate of each overlay, indexed by the member that is its relay; {@code null} without a plan.
     *     The method must not change the array
     */
    void plan(double[] rates);

    /** The overlays whose planned rate is above 0, one bit for each relay. */
    long planned();

    /**
     * Chooses the overlay of the next frame.
     *
     * @param bytes payload bytes of the frame
     * @param present members of the view, one bit for each member. The share of a relay that is not a member of the
     *     view is sent directly
     * @param usable overlays that may be used, one bit for each relay. These overlays also take the shares of the
     *     overlays that may not be used
     */
    int choose(int bytes, long present, long usable);
}
