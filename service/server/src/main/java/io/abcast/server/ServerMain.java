package io.abcast.server;

import io.abcast.command.CommandLines;

/** Runs {@code abcast server} in a process that has no other command. */
public final class ServerMain {
    private ServerMain() {}

    public static void main(String[] arguments) {
        System.exit(CommandLines.run(new ServerCommand(), "server", arguments));
    }
}
