package io.abcast.benchmark.limits;

import io.abcast.load.LoadEngine;
import io.abcast.load.LoadFigures;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Figures that the clients measured during one phase of a run. */
public record Phase(String name, double seconds, LoadFigures load) {
    private static final long POLL_NANOS = 100_000_000;

    public double perSecond() {
        return load.writes() / seconds;
    }

    public double millis(double percentile) {
        return load.latency().getValueAtPercentile(percentile) / 1000.0;
    }

    static Phase of(String name, LoadEngine load, double secondsMax, BooleanSupplier over)
            throws InterruptedException {
        load.poll();
        long began = System.nanoTime();
        pass(secondsMax, over);
        LoadFigures figures = load.poll();
        return new Phase(name, (System.nanoTime() - began) / 1e9, figures);
    }

    static void pass(double secondsMax, BooleanSupplier over) throws InterruptedException {
        long end = System.nanoTime() + (long) (secondsMax * 1e9);
        for (long left; (left = end - System.nanoTime()) > 0 && !over.getAsBoolean(); ) {
            LockSupport.parkNanos(Math.min(left, POLL_NANOS));
            if (Thread.interrupted()) throw new InterruptedException();
        }
    }
}
