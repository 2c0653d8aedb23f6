package io.abcast.testkit;

import java.net.InetAddress;
import java.nio.file.Path;
import java.util.List;

/** Addresses, launchers (wrapper commands) and data directories of the servers of a cluster. */
public interface Hosts {
    /** The address on which a server listens for connections of other members and of clients. */
    InetAddress address(int id);

    int groupPort(int id);

    int clientPort(int id);

    /**
     * The launcher of a server: a command that gets the server's command line as its arguments and runs it; empty
     * without a launcher.
     */
    default List<String> launcher(int id) {
        return List.of();
    }

    /** Command-line arguments that a server needs on its host, in addition to the arguments of all servers. */
    default List<String> arguments(int id) {
        return List.of();
    }

    /** The data directory of a server on its host. */
    default Path data(Path directory, int id) {
        return directory.resolve("data-" + id);
    }
}
