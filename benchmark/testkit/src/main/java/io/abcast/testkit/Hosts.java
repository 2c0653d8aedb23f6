package io.abcast.testkit;

import java.net.InetAddress;
import java.nio.file.Path;
import java.util.List;

/** Addresses, launchers and data directories of the servers of a cluster. */
public interface Hosts {
    /** The address on which a server listens, for members and clients. */
    InetAddress address(int id);

    int groupPort(int id);

    int clientPort(int id);

    /**
     * Command that receives the server's command as its arguments and runs it; empty: the server's command runs without
     * a launcher.
     */
    default List<String> launcher(int id) {
        return List.of();
    }

    /** Further arguments of a server. */
    default List<String> arguments(int id) {
        return List.of();
    }

    /** The data directory of a server. */
    default Path data(Path directory, int id) {
        return directory.resolve("data-" + id);
    }
}
