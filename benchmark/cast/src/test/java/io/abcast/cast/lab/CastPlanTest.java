package io.abcast.cast.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

final class CastPlanTest {
    private static CastPlan plan(int runs) {
        return new CastPlan(
                List.of(CastSystem.CHAIN, CastSystem.RSYNC),
                List.of(LabDisturbance.NONE, LabDisturbance.LATE),
                8,
                125_000_000,
                100_000_000,
                "cubic",
                runs,
                0,
                1);
    }

    @Test
    void systemsTakeTurns() {
        List<String> order =
                plan(2).turns().stream()
                        .map(t -> t.run() + t.disturbance().text() + " " + t.system().text())
                        .toList();
        assertEquals(
                List.of(
                        "1none chain",
                        "1none rsync",
                        "1late chain",
                        "1late rsync",
                        "2none chain",
                        "2none rsync",
                        "2late chain",
                        "2late rsync"),
                order);
        assertEquals(8, plan(2).turns().get(7).of());
    }

    @Test
    void theIdealTimeIsThatOfTheSlowestCable() {
        CastPlan plan = plan(1);
        assertEquals(10, plan.transferSeconds(), 1e-9);
        assertEquals(10, plan.idealSeconds(LabDisturbance.NONE), 1e-9);
        assertEquals(10, plan.idealSeconds(LabDisturbance.KILLED), 1e-9);
        assertEquals(40, plan.idealSeconds(LabDisturbance.SLOW_HOST), 1e-9);
        assertEquals(15, plan.idealSeconds(LabDisturbance.LATE), 1e-9);
        assertEquals(5, LabDisturbance.LATE.atSeconds(10), 1e-9);
    }

    @Test
    void theSourceIsNeverAffectedAndAReceiverRemains() {
        for (LabDisturbance each : LabDisturbance.values())
            for (int hosts = each.hostsLeast(); hosts < 40; hosts++) {
                assertFalse(each.victims(hosts).contains(0), each + " of " + hosts);
                assertFalse(each.receivers(hosts).isEmpty(), each + " of " + hosts);
                assertEquals(
                        each.victims(hosts).size(),
                        each.victims(hosts).stream().distinct().count(),
                        each + " of " + hosts);
            }
        assertEquals(List.of(1, 3, 4, 6, 7), LabDisturbance.KILLED.receivers(8));
        assertEquals(List.of(1, 2), LabDisturbance.LATE.receivers(3));
    }

    @Test
    void unknownNamesSayWhatWasExpected() {
        assertEquals(
                "expected none, slow-host, killed, loss, late, got rain",
                assertThrows(IllegalArgumentException.class, () -> LabDisturbance.of("rain"))
                        .getMessage());
    }

    @Test
    void aStreamsShareOfTheLinkIsItsBitsOverThoseOfTheLink() {
        assertEquals(0.96, Floor.share(12_000_000, 1_000_000_000, 100_000_000), 1e-9);
    }
}
