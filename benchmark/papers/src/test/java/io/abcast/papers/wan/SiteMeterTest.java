package io.abcast.papers.wan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

final class SiteMeterTest {
    private final SiteMeter meter = new SiteMeter();

    @Test
    void commitCountsOnce() {
        int request = meter.submitted(10);
        meter.committed(request, 15);
        meter.committed(request, 25);
        assertEquals(1, meter.committedCount());
        assertEquals(5, meter.commitNanosSum());
        assertEquals(15, meter.committedAt(request));
    }

    @Test
    void waitOfAnInstanceBeginsWithItsFirstPreAccept() {
        int request = meter.submitted(10);
        meter.opened(1, new long[] {request}, 12);
        meter.opened(1, new long[] {request}, 20);
        meter.executed(request, 30);
        assertEquals(18, meter.instanceNanosMax(100));
    }

    @Test
    void waitOfAnInstanceWithoutEffectCounts() {
        int request = meter.submitted(10);
        meter.opened(1, new long[] {request}, 12);
        meter.opened(2, new long[] {request}, 50);
        meter.executed(request, 60);
        assertEquals(38, meter.instanceNanosMax(100));
    }

    @Test
    void waitOfAnInstanceThatIsNeverExecutedCounts() {
        meter.opened(1, new long[] {meter.submitted(10)}, 12);
        meter.submitted(20);
        assertEquals(88, meter.instanceNanosMax(100));
    }

    @Test
    void resetForgetsCountersAndKeepsTimes() {
        int request = meter.submitted(10);
        meter.offered();
        meter.refused();
        meter.delivered();
        meter.reset();
        assertEquals(0, meter.offeredCount() + meter.refusedCount() + meter.deliveredCount());
        meter.executed(request, 25);
        assertEquals(15, meter.executionNanosSum());
    }
}
