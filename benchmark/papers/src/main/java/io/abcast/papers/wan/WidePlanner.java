package io.abcast.papers.wan;

/** Makes a plan from what payloads leave over on the links. */
@FunctionalInterface
public interface WidePlanner {
    /**
     * Makes a plan.
     *
     * @param upMbit bytes of each uplink that are no payload, in Mbit/s: headers, votes, and other messages
     * @param downMbit bytes of each downlink that are no payload, in Mbit/s
     */
    WideOverlays plan(double[] upMbit, double[] downMbit);
}
