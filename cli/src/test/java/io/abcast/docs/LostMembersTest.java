package io.abcast.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.abcast.log.Durability;
import io.abcast.zab.ZabConfig;
import org.junit.jupiter.api.Test;

/**
 * Tests the procedure of docs/configuration.md, "Lost members", for an ensemble in which a majority of the members has
 * lost all its data.
 */
final class LostMembersTest {
    private static final int WRITES = 5;

    private static ZabConfig bootstrap(boolean on) {
        return ZabConfig.defaults().bootstrap(on);
    }

    private static Scenario majorityForgot() {
        Scenario scenario = new Scenario(bootstrap(false), Durability.MEMORY).formed();
        for (int i = 0; i < WRITES; i++) scenario.submit(1, 10).runMillis(10);
        return scenario.crash(1).crash(2).runMillis(5_000);
    }

    @Test
    void theSurvivorDoesNotServe() {
        Scenario scenario = majorityForgot().start(1).start(2).runMillis(30_000);
        for (int id = 1; id <= 3; id++) assertFalse(scenario.isActive(id), "member " + id);
    }

    @Test
    void oneBootstrappedMemberLetsTheSurvivorContinueWithItsHistory() {
        Scenario scenario = majorityForgot().configure(bootstrap(true)).start(1);
        scenario.runUntil(() -> scenario.isActive(1) && scenario.isActive(3));
        scenario.configure(bootstrap(false)).start(2);
        scenario.runUntil(() -> scenario.isActive(2)).submit(2, 10).runMillis(10);
        for (int id = 1; id <= 3; id++)
            assertEquals(WRITES + 1, scenario.status(id).delivered(), "member " + id);
    }
}
