package io.abcast.benchmark.command;

import io.abcast.command.CommandProvider;

/** The measurement commands: {@code bench}, {@code compare} and {@code limits}. */
public final class BenchmarkCommands {
    private BenchmarkCommands() {}

    public static final class Bench extends CommandProvider {
        public Bench() {
            super("bench", 60);
        }

        @Override
        public Object command() {
            return new BenchCommand();
        }
    }

    public static final class Compare extends CommandProvider {
        public Compare() {
            super("compare", 70);
        }

        @Override
        public Object command() {
            return new CompareCommand();
        }
    }

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
