package io.abcast.benchmark.bench;

import io.abcast.benchmark.wire.MemberFigures;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * How the cluster runs its protocol, at one moment.
 *
 * @param zabMode whether the leader is in Zab's mode; {@code null} if there was no leader to ask
 * @param p mean over the followers that toss a coin; NaN if none does
 * @param lambda mean over the followers that measure it, per second; NaN if none does
 * @param delayMicros d, in the same way
 */
public record Steering(Boolean zabMode, double p, double lambda, double delayMicros) {
    /** @param members those that could be asked */
    static Steering of(List<MemberFigures> members) {
        Boolean zabMode =
                members.stream()
                        .filter(m -> m.active() && m.leader() == m.id())
                        .map(m -> m.policy().zabMode())
                        .findFirst()
                        .orElse(null);
        return new Steering(
                zabMode,
                mean(members, m -> m.policy().p()),
                mean(members, m -> m.policy().lambda()),
                mean(members, m -> m.policy().delayNanos() / 1000));
    }

    /** 1 in Zab's mode, 0 in the protocol's own, NaN if nobody could say. */
    public double zabModeAsNumber() {
        if (zabMode == null) return Double.NaN;
        return zabMode ? 1 : 0;
    }

    private static double mean(
            List<MemberFigures> members, ToDoubleFunction<MemberFigures> figure) {
        return members.stream()
                .mapToDouble(figure)
                .filter(Double::isFinite)
                .average()
                .orElse(Double.NaN);
    }
}
