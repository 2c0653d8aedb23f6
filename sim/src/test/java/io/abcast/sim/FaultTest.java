package io.abcast.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.log.Durability;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FaultTest {
    @Test
    void parsesItsOwnFormat() {
        Set<Fault> some = EnumSet.of(Fault.CRASH, Fault.DISK);
        assertEquals("crash,disk", Fault.format(some));
        assertEquals(some, Fault.parse("crash,disk"));
        assertEquals(Fault.all(), Fault.parse(Fault.format(Fault.all())));
        assertEquals(Set.of(), Fault.parse("none"));
        Set<Fault> every = EnumSet.allOf(Fault.class);
        assertEquals("all,remnant,unfenced", Fault.format(every));
        assertEquals(every, Fault.parse("all,remnant,unfenced"));
    }

    @Test
    void unknownFaultNamesTheExpectedOnes() {
        Exception e = assertThrows(IllegalArgumentException.class, () -> Fault.parse("crash,war"));
        assertTrue(e.getMessage().contains("got 'war'"), e::getMessage);
        assertTrue(e.getMessage().contains("partition"), e::getMessage);
    }

    @Test
    void planHasOnlyTheGivenFaults() {
        for (int seed = 0; seed < 50; seed++) {
            FaultPlan plan =
                    FaultPlan.draw(new Rng(seed), EnumSet.of(Fault.PAUSE), Durability.FSYNC);
            for (FaultPlan.Step step : plan.steps()) {
                assertEquals(Fault.PAUSE, step.kind().fault);
                assertTrue(step.atNanos() <= plan.nanos(), step::toString);
            }
            assertTrue(FaultPlan.draw(new Rng(seed), Set.of(), Durability.FSYNC).steps().isEmpty());
        }
    }
}
