package io.abcast.papers.wan;

/** Makes a plan for the capacity that remains for payloads on the links. */
@FunctionalInterface
public interface WidePlanner {
    /**
     * Makes a plan.
     *
     * @param upMbit rate, in Mbit/s, of the bytes on each uplink that are not payload: headers, votes, and other
     *     messages
     * @param downMbit rate, in Mbit/s, of the bytes on each downlink that are not payload
     */
    WideOverlays plan(double[] upMbit, double[] downMbit);
}
