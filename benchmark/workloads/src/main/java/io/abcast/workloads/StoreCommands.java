package io.abcast.workloads;

import io.abcast.command.CommandProvider;

/** The commands of this module. */
public final class StoreCommands {
    private StoreCommands() {}

    /** Provider of {@code abcast store}. */
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
