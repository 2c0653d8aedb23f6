package io.abcast.torture;

import io.abcast.command.CommandProvider;

/** The command that puts faults on real servers. */
public final class TortureCommands {
    private TortureCommands() {}

    /** {@code abcast torture}. */
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
