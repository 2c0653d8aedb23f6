package io.abcast.papers;

import io.abcast.command.CommandProvider;

/** The command that runs the evaluations of papers again. */
public final class PapersCommands {
    private PapersCommands() {}

    /** Provider of {@code abcast papers}. */
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
