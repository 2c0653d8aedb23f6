package io.abcast.cast.lab;

/**
 * The outcome of one run: its measurement, or the reason why it has no measurement. Exactly one of the last three
 * components is not {@code null}.
 *
 * @param measurement figures of the run; {@code null}: not measured
 * @param cannot reason why this machine cannot run the cell; {@code null} if it can
 * @param failure reason why a cell that this machine can run has no measurement; {@code null} without a failure
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
