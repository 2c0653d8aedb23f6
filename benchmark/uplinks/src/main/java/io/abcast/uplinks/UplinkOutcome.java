package io.abcast.uplinks;

/**
 * The outcome of one run of {@code compare-forest}: the run's figures, or the reason of its failure.
 *
 * @param measurement figures of the run; {@code null} if the run failed
 * @param failure reason of the failure; {@code null} if the run did not fail
 */
record UplinkOutcome(ForestContest.Turn turn, UplinkMeasurement measurement, String failure) {}
