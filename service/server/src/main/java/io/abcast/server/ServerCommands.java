package io.abcast.server;

import io.abcast.command.CommandProvider;

/** Provides the command {@code abcast server} to the command line of {@code abcast}. */
public final class ServerCommands {
    private ServerCommands() {}

    /** The provider of {@code abcast server}. */
    public static final class Server extends CommandProvider {
        public Server() {
            super("server", 10);
        }

        @Override
        public Object command() {
            return new ServerCommand();
        }
    }
}
