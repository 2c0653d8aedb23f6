package io.abcast.torture;

import io.abcast.command.CommandProvider;

/** Provides the command {@code torture}. */
public final class TortureCommands {
    private TortureCommands() {}

    /** Provider of the command {@code abcast torture}. */
    public static final class Torture extends CommandProvider {
        public Torture() {
            super("torture", 130);
        }

        @Override
        public Object command() {
            return new TortureCommand();
        }
    }
}
