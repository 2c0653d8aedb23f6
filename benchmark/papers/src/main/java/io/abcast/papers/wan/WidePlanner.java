package io.abcast.papers.wan;

/** Makes a plan with the rates of all overlays for the link capacity that remains for payloads. */
@FunctionalInterface
public interface WidePlanner {
    /**
     * Makes a plan with the rates of all overlays, after subtracting the given rates of other bytes from the link
     * capacities.
     *
     * @param upMbit rate in Mbit/s of the bytes on each uplink that are not payload: headers, votes, and other messages
     * @param downMbit rate in Mbit/s of the bytes on each downlink that are not payload
     */
    WideOverlays plan(double[] upMbit, double[] downMbit);
}
