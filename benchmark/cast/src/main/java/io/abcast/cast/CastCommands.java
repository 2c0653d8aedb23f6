package io.abcast.cast;

import io.abcast.command.CommandProvider;

/** Provides the commands that transfer files to many hosts. */
public final class CastCommands {
    private CastCommands() {}

    /** Provider of the command {@code abcast cast}. */
    public static final class Cast extends CommandProvider {
        public Cast() {
            super("cast", 40);
        }

        @Override
        public Object command() {
            return new CastCommand();
        }
    }

    /** Provider of the command {@code abcast receive}. */
    public static final class Receive extends CommandProvider {
        public Receive() {
            super("receive", 50);
        }

        @Override
        public Object command() {
            return new ReceiveCommand();
        }
    }

    /** Provider of the command {@code abcast compare-cast}. */
    public static final class CompareCast extends CommandProvider {
        public CompareCast() {
            super("compare-cast", 80);
        }

        @Override
        public Object command() {
            return new CompareCastCommand();
        }
    }
}
