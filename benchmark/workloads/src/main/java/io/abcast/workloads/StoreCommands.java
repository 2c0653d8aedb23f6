package io.abcast.workloads;

import io.abcast.command.CommandProvider;

/** Provides the command {@code store}. */
public final class StoreCommands {
    private StoreCommands() {}

    /** Provider of the command {@code abcast store}. */
    public static final class Store extends CommandProvider {
        public Store() {
            super("store", 95);
        }

        @Override
        public Object command() {
            return new StoreCommand();
        }
    }
}
