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
 * Lines that one process reports to the process that started it, over a socket that only their user can reach. Standard output is no
 * such channel: a JVM prints messages of its own there. The socket is a file, so a process in another network namespace reaches it,
 * too. One thread reads; {@link #close} from any.
 */
public final class Reports implements AutoCloseable {
    private static final long POLL_MILLIS = 5;

    private final Path directory;
    private final Path socket;
    private final ServerSocketChannel server;

    /** {@code null}: the process has not connected yet. */
    private volatile SocketChannel reporter;

    private BufferedReader lines;

    /** @throws IOException if there is no room for a socket in the directory for temporary files */
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

    /** An argument of the process that reports, for {@link #to}. */
    public String argument() {
        return socket.toString();
    }

    /**
     * The side that reports. Flush to report.
     *
     * @param argument what {@link #argument} was
     */
    @SuppressWarnings("resource") // the stream closes the channel
    public static PrintStream to(String argument) throws IOException {
        SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(argument));
        return new PrintStream(Channels.newOutputStream(channel), false, StandardCharsets.UTF_8);
    }

    /**
     * Waits for the next line.
     *
     * @param process that was given the argument
     * @return {@code null}: the process has ended, and every line that it reported was read
     */
    public String next(Process process) throws IOException {
        if (lines == null && !accept(process)) return null;
        return lines.readLine();
    }

    /** @return false if the process has ended without a connection */
    private boolean accept(Process process) throws IOException {
        SocketChannel channel;
        while (true) {
            // In this order: a process may connect, report and end between two looks.
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
        // No further connection is expected, and a killed process leaves no socket behind.
        delete();
        lines =
                new BufferedReader(
                        new InputStreamReader(
                                Channels.newInputStream(channel), StandardCharsets.UTF_8));
        return true;
    }

    /** Hears no further line. */
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
