package io.abcast.benchmark.command;

import io.abcast.command.CommandProvider;

/** The commands that measure. */
public final class BenchmarkCommands {
    private BenchmarkCommands() {}

    /** {@code abcast bench}. */
    public static final class Bench extends CommandProvider {
        public Bench() {
            super("bench", 60);
        }

        @Override
        public Object command() {
            return new BenchCommand();
        }
    }

    /** {@code abcast compare}. */
    public static final class Compare extends CommandProvider {
        public Compare() {
            super("compare", 70);
        }

        @Override
        public Object command() {
            return new CompareCommand();
        }
    }

    /** {@code abcast limits}. */
    public static final class Limits extends CommandProvider {
        public Limits() {
            super("limits", 90);
        }

        @Override
        public Object command() {
            return new LimitsCommand();
        }
    }
}
