package io.abcast.search.command;

import io.abcast.command.CommandProvider;

/** The command that searches in virtual time. */
public final class SearchCommands {
    private SearchCommands() {}

    /** {@code abcast sim}. */
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
