package io.abcast.torture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.torture.RegisterCheck.Verdict;
import io.abcast.torture.RegisterOp.Kind;
import org.junit.jupiter.api.Test;

/** Tests that a torture run passes only if the histories of all its registers were checked. */
final class RegistersTest {
    private final Violations violations = new Violations(line -> {});

    private void finish(Registers.HistoryCheck check, boolean used) throws InterruptedException {
        try (Registers registers = new Registers(violations, check, 0)) {
            Registers.Generation generation = registers.enter();
            if (used) generation.add(0, new RegisterOp(1, Kind.WRITE, 7, 0, true, 1, 1, 2));
            registers.leave(generation, 3);
            registers.finish();
        }
    }

    @Test
    void linearizableHistoryPasses() throws InterruptedException {
        finish(RegisterCheck::check, true);
        assertEquals(0, violations.count());
    }

    @Test
    void checkThatThrowsIsAViolation() throws InterruptedException {
        finish(
                (history, stepsMax) -> {
                    throw new NoClassDefFoundError("the checker");
                },
                true);
        assertTrue(
                violations.first().get(0).contains("could not be checked"),
                violations.first().toString());
    }

    @Test
    void runWithoutACheckedOperationIsAViolation() throws InterruptedException {
        finish((history, stepsMax) -> Verdict.LINEARIZABLE, false);
        assertTrue(
                violations.first().contains("registers: no operation was checked"),
                violations.first().toString());
    }
}
