package io.abcast.search.command;

import io.abcast.command.CommandProvider;

/** Adds the command {@code sim} to the command line of abcast. */
public final class SearchCommands {
    private SearchCommands() {}

    /** Creates the command {@code abcast sim}. */
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
