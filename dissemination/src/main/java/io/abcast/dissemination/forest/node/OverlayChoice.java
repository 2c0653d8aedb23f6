package io.abcast.dissemination.forest.node;

/**
 * Divides the frames of one source among its overlays. The overlay of a member is the one that has this member as its
 * relay; the overlay of the source itself sends directly.
 */
public interface OverlayChoice {
    /** @param rates planned rate of each overlay by member; {@code null} without a plan. Not to be changed */
    void plan(double[] rates);

    /** The overlays that have a share in the plan, as bits. */
    long planned();

    /**
     * Chooses the overlay of the next frame.
     *
     * @param bytes payload bytes of the frame
     * @param present members of the view, as bits: the share of an absent relay is sent directly
     * @param usable overlays that may be used, as bits: other overlays take the share of the rest
     */
    int choose(int bytes, long present, long usable);
}
