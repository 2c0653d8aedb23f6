package io.abcast.benchmark.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.abcast.benchmark.bench.Plan;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

final class WarmUpOptionsTest {
    @Test
    void withoutOptionsTheWarmUpLastsUntilTheRateIsSteady() {
        assertWarmUp(5, 60);
        assertWarmUp(5, 60, "--protocol=ZAB,ZAB_AC", "--clients=1,250");
        assertWarmUp(5, 60, "--rate=2000");
        assertWarmUp(5, 90, "--warmup-max=90");
        assertWarmUp(3, 3, "--warmup-max=3");
    }

    @Test
    void anExplicitWarmUpHasAFixedLength() {
        assertWarmUp(0, 0, "--warmup=0");
        assertWarmUp(2.5, 2.5, "--warmup=2.5");
        assertWarmUp(100, 100, "--warmup=100");
    }

    @Test
    void withBothOptionsTheWarmUpHasAMinimumAndAMaximum() {
        assertWarmUp(10, 40, "--warmup=10", "--warmup-max=40");
        assertWarmUp(10, 10, "--warmup=10", "--warmup-max=10");
        assertWarmUp(0, 0, "--warmup=0", "--warmup-max=40");
    }

    @Test
    void theWarmUpBeforeAScheduleHasAFixedLength() {
        assertWarmUp(5, 5, "--rate=100:10s,2000:10s");
        assertWarmUp(8, 8, "--rate=100:10s,2000:10s", "--warmup=8");
    }

    @Test
    void theConditionsNameTheLengthOfTheWarmUp() {
        assertConditions("warm-up 5 to 60 s until the rate is steady, 15 s, ");
        assertConditions("warm-up 7 s, 15 s, ", "--warmup=7");
    }

    private static void assertWarmUp(double min, double max, String... arguments) {
        LoadOptions options = new LoadOptions();
        Plan plan = plan(options, arguments);
        assertEquals(min, plan.warmupSeconds());
        assertEquals(max, plan.warmupMaxSeconds());
    }

    private static void assertConditions(String expected, String... arguments) {
        LoadOptions options = new LoadOptions();
        plan(options, arguments);
        String conditions = options.conditions();
        int at = conditions.indexOf("warm-up");
        assertEquals(expected, conditions.substring(at, at + expected.length()));
    }

    private static Plan plan(LoadOptions options, String... arguments) {
        CommandLine line = new CommandLine(options);
        String[] all = new String[arguments.length + 1];
        all[0] = "--config=../../config/zab-tcp.xml";
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        line.parseArgs(all);
        return options.plan(line);
    }
}
