package io.abcast.command.figures;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Counts the TCP connections of this process in the operating system's list of connections. */
public final class TcpConnections {
    /** Result of {@link #established()} if the operating system does not list connections. */
    public static final int UNKNOWN = -1;

    private static final Path SELF = Path.of("/proc/self");
    private static final Pattern SOCKET = Pattern.compile("socket:\\[(\\d+)]");
    private static final String ESTABLISHED = "01";

    private TcpConnections() {}

    /**
     * The number of established TCP connections of this process; {@link #UNKNOWN} if the operating system does not list
     * connections.
     */
    public static int established() {
        try {
            Set<String> own = sockets();
            int count = 0;
            for (String table : List.of("tcp", "tcp6"))
                count += established(Files.readAllLines(SELF.resolve("net").resolve(table)), own);
            return count;
        } catch (IOException e) {
            return UNKNOWN;
        }
    }

    private static Set<String> sockets() throws IOException {
        Set<String> sockets = new HashSet<>();
        try (Stream<Path> files = Files.list(SELF.resolve("fd"))) {
            for (Path file : files.toList()) {
                Matcher socket = SOCKET.matcher(target(file));
                if (socket.matches()) sockets.add(socket.group(1));
            }
        }
        return sockets;
    }

    private static String target(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException e) {
            // The socket was closed after the list of sockets was read.
            return "";
        }
    }

    /**
     * @param lines lines of /proc/net/tcp: the fourth column is the state of the connection, and the tenth column is
     *     the inode number of the socket
     * @param own inode numbers of the sockets whose connections are counted
     */
    static int established(List<String> lines, Set<String> own) {
        int count = 0;
        for (String line : lines) {
            String[] columns = line.strip().split("\\s+");
            if (columns.length > 9 && columns[3].equals(ESTABLISHED) && own.contains(columns[9]))
                count++;
        }
        return count;
    }
}
