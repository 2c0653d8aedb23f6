package io.abcast.testkit;

import java.net.InetAddress;
import java.nio.file.Path;
import java.util.List;

/** Where the servers of a cluster run and how they are reached. */
public interface Hosts {
    /** The address on which a server listens, for members and clients. */
    InetAddress address(int id);

    int groupPort(int id);

    int clientPort(int id);

    /** What runs a server's command, which is given it as arguments; empty: it runs as it is. */
    default List<String> launcher(int id) {
        return List.of();
    }

    /** Further arguments of a server. */
    default List<String> arguments(int id) {
        return List.of();
    }

    /** Where a server's data directory is. */
    default Path data(Path directory, int id) {
        return directory.resolve("data-" + id);
    }
}
