package io.abcast.ordering.epaxos;

import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests the consensus code of EPaxos with random schedules of messages and faults; {@link #main} runs any number of
 * schedules. A failure names the seed of the schedule and the number n of members; {@code new Schedule(seed, n).run()}
 * repeats the failed run.
 */
@Execution(ExecutionMode.CONCURRENT)
class EpaxosCoreScheduleTest {
    @ParameterizedTest
    @CsvSource({"3, 1500", "5, 1000", "7, 500"})
    void keepsAgreementVisibilityOrderAndProgress(int n, int seeds) {
        for (long seed = 1; seed <= seeds; seed++) assertNull(violation(seed, n), text(seed, n));
    }

    private static String text(long seed, int n) {
        return "seed " + seed + ", n = " + n;
    }

    private static String violation(long seed, int n) {
        try {
            return new Schedule(seed, n).run();
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError(text(seed, n), e);
        }
    }

    /**
     * @param args number of members, first seed, last seed, and the number of violations at which {@code main} stops
     */
    public static void main(String[] args) {
        int n = Integer.parseInt(args[0]);
        long last = Long.parseLong(args[2]);
        int stop = Integer.parseInt(args[3]);
        int found = 0;
        for (long seed = Long.parseLong(args[1]); seed <= last && found < stop; seed++) {
            String violation;
            try {
                violation = violation(seed, n);
            } catch (AssertionError e) {
                violation = e + ", " + e.getCause();
                if (stop == 1) e.printStackTrace(System.out);
            }
            if (violation == null) continue;
            found++;
            System.out.println(text(seed, n) + ": " + violation);
        }
        System.out.println(found + " found");
    }
}
