package io.abcast.benchmark.bench;

import io.abcast.load.SteeringFigures;
import io.abcast.server.figures.MemberFigures;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Summarises what the members report about their protocol: whether it runs in Zab's mode, and the figures of the coin.
 */
final class MemberSteering {
    private MemberSteering() {}

    static SteeringFigures of(List<MemberFigures> members) {
        Boolean zabMode =
                members.stream()
                        .filter(m -> m.active() && m.leader() == m.id())
                        .map(m -> m.policy().zabMode())
                        .findFirst()
                        .orElse(null);
        return new SteeringFigures(
                zabMode,
                mean(members, m -> m.policy().p()),
                mean(members, m -> m.policy().lambda()),
                mean(members, m -> m.policy().delayNanos() / 1000));
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
