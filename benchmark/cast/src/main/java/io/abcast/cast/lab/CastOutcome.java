package io.abcast.cast.lab;

/**
 * How one run ended: its measurement, or why it has no measurement. Exactly one of the last three components is not
 * {@code null}.
 *
 * @param measurement {@code null}: not measured
 * @param cannot why this machine cannot run this cell; {@code null}: it can
 * @param failure why a cell that this machine can run has no measurement; {@code null}: no failure
 */
public record CastOutcome(
        CastPlan.Turn turn, CastMeasurement measurement, String cannot, String failure) {
    static CastOutcome measured(CastPlan.Turn turn, CastMeasurement measurement) {
        return new CastOutcome(turn, measurement, null, null);
    }

    static CastOutcome cannot(CastPlan.Turn turn, String reason) {
        return new CastOutcome(turn, null, reason, null);
    }

    static CastOutcome failed(CastPlan.Turn turn, String reason) {
        return new CastOutcome(turn, null, null, reason);
    }
}
