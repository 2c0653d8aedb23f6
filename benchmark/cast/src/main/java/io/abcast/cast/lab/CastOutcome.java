package io.abcast.cast.lab;

/**
 * How one run ended: measured, or why not. Exactly one of the last three is there.
 *
 * @param measurement {@code null}: none
 * @param cannot why this machine cannot do this cell; {@code null}: it can
 * @param failure why nothing was measured although it can; {@code null}: it was
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
