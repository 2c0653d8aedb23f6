package io.abcast.papers;

import io.abcast.command.CommandProvider;

/** Provides the command that repeats the evaluations of papers. */
public final class PapersCommands {
    private PapersCommands() {}

    /** Provider of the command {@code abcast papers}. */
    public static final class Papers extends CommandProvider {
        public Papers() {
            super("papers", 140);
        }

        @Override
        public Object command() {
            return new PapersCommand();
        }
    }
}
