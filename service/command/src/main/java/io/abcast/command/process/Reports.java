package io.abcast.command.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * A channel by which a process reports lines to the process that started it. The channel is a Unix domain socket that
 * only the user of both processes can reach. Standard output is unsuitable for reports, because a JVM prints its own
 * messages there. One thread reads the reported lines; any thread may call {@link #close}.
 */
public final class Reports implements AutoCloseable {
    private static final long POLL_MILLIS = 5;

    private final Path directory;
    private final Path socket;
    private final ServerSocketChannel server;

    private volatile SocketChannel reporter;

    private BufferedReader lines;

    /**
     * Opens the socket for reports.
     *
     * @throws IOException if the directory for temporary files cannot hold the socket
     */
    public Reports() throws IOException {
        directory = Files.createTempDirectory("abcast-reports");
        socket = directory.resolve("s");
        ServerSocketChannel opened = null;
        try {
            opened = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
            opened.bind(UnixDomainSocketAddress.of(socket));
            opened.configureBlocking(false);
        } catch (IOException e) {
            if (opened != null) opened.close();
            delete();
            throw new IOException("cannot listen at " + socket + ": " + e.getMessage(), e);
        }
        server = opened;
    }

    /**
     * Returns an argument for the command line of the reporting process, which must pass the argument to {@link #to}.
     */
    public String argument() {
        return socket.toString();
    }

    /**
     * Opens the stream to which the reporting process writes its lines, which a flush sends.
     *
     * @param argument the value of {@link #argument}
     */
    @SuppressWarnings("resource") // closing the stream closes the channel
    public static PrintStream to(String argument) throws IOException {
        SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(argument));
        return new PrintStream(Channels.newOutputStream(channel), false, StandardCharsets.UTF_8);
    }

    /**
     * Waits for the next reported line.
     *
     * @param process the reporting process, which got {@link #argument}
     * @return the reported line; {@code null} if the reporting process has ended and all of its lines were read
     */
    public String next(Process process) throws IOException {
        if (lines == null && !accept(process)) return null;
        return lines.readLine();
    }

    private boolean accept(Process process) throws IOException {
        SocketChannel channel;
        while (true) {
            // Check before the accept whether the process is alive. After the accept, the process
            // could connect, report and end before a check, and its report would be lost.
            boolean alive = process.isAlive();
            channel = server.accept();
            if (channel != null) break;
            if (!alive) return false;
            try {
                process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted", e);
            }
        }
        reporter = channel;
        // The reporting process opens only one connection. Delete the socket's file now; otherwise
        // it would remain if this process is killed.
        delete();
        lines =
                new BufferedReader(
                        new InputStreamReader(
                                Channels.newInputStream(channel), StandardCharsets.UTF_8));
        return true;
    }

    /** Stops reading the reported lines; lines that the process reports later are lost. */
    @Override
    public void close() throws IOException {
        server.close();
        if (reporter != null) reporter.close();
        delete();
    }

    private void delete() throws IOException {
        Files.deleteIfExists(socket);
        Files.deleteIfExists(directory);
    }
}
