package io.abcast.cast.lab;

/**
 * The outcome of one run of {@code compare-cast}: its measurement, or the reason why it has no measurement. Exactly one
 * of measurement, cannot and failure is not {@code null}.
 *
 * @param measurement figures of the run; {@code null} if the run was not measured
 * @param cannot reason why this machine cannot run the system under the disturbance; {@code null} if it can
 * @param failure reason why a run that this machine can execute has no measurement; {@code null} if the run did not
 *     fail
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
