package io.abcast.search.command;

import io.abcast.command.CommandProvider;

/** Provides the command {@code sim}. */
public final class SearchCommands {
    private SearchCommands() {}

    /** Provider of {@code abcast sim}. */
    public static final class Sim extends CommandProvider {
        public Sim() {
            super("sim", 120);
        }

        @Override
        public Object command() {
            return new SimCommand();
        }
    }
}
