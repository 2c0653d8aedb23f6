package io.abcast.uplinks;

/**
 * How a run ended.
 *
 * @param measurement {@code null} if the run failed
 * @param failure reason of the failure, or {@code null}
 */
record UplinkOutcome(ForestContest.Turn turn, UplinkMeasurement measurement, String failure) {}
