package io.abcast.uplinks;

import io.abcast.command.CommandProvider;

/** Provides the command {@code compare-forest}. */
public final class UplinkCommands {
    private UplinkCommands() {}

    /** Provider of the command {@code abcast compare-forest}. */
    public static final class CompareForest extends CommandProvider {
        public CompareForest() {
            super("compare-forest", 85);
        }

        @Override
        public Object command() {
            return new CompareForestCommand();
        }
    }
}
