package io.abcast.docs;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The README's XML and Java, run as three processes as the README tells. */
final class ReadmeExampleTest {
    private static final int SERVERS = 3;
    private static final Pattern ELEMENT = Pattern.compile("(?s)<io\\.abcast\\.jgroups\\.ZAB.*?/>");

    @TempDir private Path dir;

    private static String block(String language) {
        return Documents.between(Documents.read("README.md"), "```" + language + "\n", "```");
    }

    /** The README's element at the end of the stack that the README names. */
    private void writeStack() throws IOException {
        String stack = Documents.read("config/zab-tcp.xml");
        Files.createDirectory(dir.resolve("config"));
        Files.writeString(
                dir.resolve("config/zab-tcp.xml"),
                ELEMENT.matcher(stack)
                        .replaceFirst(Matcher.quoteReplacement(block("xml").strip())));
    }

    private static int[] freePorts() throws IOException {
        List<ServerSocket> sockets = new ArrayList<>();
        int[] ports = new int[SERVERS];
        for (int i = 0; i < SERVERS; i++) {
            sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
            ports[i] = sockets.get(i).getLocalPort();
        }
        for (ServerSocket socket : sockets) socket.close();
        return ports;
    }

    private Process start(int id, int[] ports) throws IOException {
        StringBuilder hosts = new StringBuilder();
        for (int port : ports)
            hosts.append(hosts.length() == 0 ? "" : ",").append("127.0.0.1[" + port + "]");
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        // It compiles the example, and lives for seconds.
                        "-XX:TieredStopAtLevel=1",
                        "-Dabcast.id=" + id,
                        "-Djgroups.bind_port=" + ports[id - 1],
                        "-Djgroups.tcpping.initial_hosts=" + hosts,
                        "-cp",
                        System.getProperty("java.class.path"),
                        "Hello.java")
                .directory(dir.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output(id).toFile())
                .start();
    }

    private Path output(int id) {
        return dir.resolve("output-" + id);
    }

    @Test
    void replicatesBetweenThreeProcesses() throws Exception {
        writeStack();
        Files.writeString(dir.resolve("Hello.java"), block("java"));
        int[] ports = freePorts();
        List<Process> servers = new ArrayList<>();
        try {
            for (int id = 1; id <= SERVERS; id++) servers.add(start(id, ports));
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(90);
            for (int id = 1; id <= SERVERS; id++) {
                String printed = "";
                while (!printed.matches("(?s).*(^|\n)server [123]\n.*")) {
                    String all = printed;
                    Process server = servers.get(id - 1);
                    assertTrue(server.isAlive() && System.nanoTime() < deadline, () -> all);
                    server.waitFor(50, TimeUnit.MILLISECONDS);
                    printed = Files.readString(output(id));
                }
            }
            for (Process server : servers) {
                server.getOutputStream().write('\n');
                server.getOutputStream().flush();
            }
            for (Process server : servers)
                assertTrue(server.waitFor(30, TimeUnit.SECONDS), "expected Enter to end it");
        } finally {
            for (Process server : servers) server.destroyForcibly();
        }
    }
}
