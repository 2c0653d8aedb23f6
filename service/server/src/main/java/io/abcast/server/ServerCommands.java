package io.abcast.server;

import io.abcast.command.CommandProvider;

/** The provider of the command that runs a server. */
public final class ServerCommands {
    private ServerCommands() {}

    /** {@code abcast server}. */
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
