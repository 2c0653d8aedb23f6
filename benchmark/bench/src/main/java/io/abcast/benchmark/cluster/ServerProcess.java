package io.abcast.benchmark.cluster;

import io.abcast.command.process.JvmCommand;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** One {@code abcast server} in a JVM of its own; its output goes to a file. Stops with this process. */
public final class ServerProcess implements AutoCloseable {
    /** By name: the commands know the cluster, not the other way round. */
    private static final String MAIN_CLASS = "io.abcast.benchmark.cli.Main";

    private static final long STOP_SECONDS = 10;
    private static final int TAIL_LINES = 5;
    private static final int SIGNALLED = 128;

    private final int id;
    private final InetSocketAddress address;
    private final Path log;
    private final List<String> command;
    private List<String> further = List.of();
    private Process process;

    /** The file of the stack it was given; known once it has run another release. */
    private String ownConfig;

    /**
     * A server on loopback.
     *
     * @param arguments what follows {@code abcast server --id ID --client-port PORT}
     */
    public ServerProcess(
            int id, int clientPort, Path log, List<String> jvmFlags, List<String> arguments) {
        this(
                id,
                new InetSocketAddress(InetAddress.getLoopbackAddress(), clientPort),
                log,
                jvmFlags,
                arguments);
    }

    /**
     * @param address where clients reach it
     * @param arguments what follows {@code abcast server --id ID --client-port PORT}
     */
    ServerProcess(
            int id,
            InetSocketAddress address,
            Path log,
            List<String> jvmFlags,
            List<String> arguments) {
        this.id = id;
        this.log = log;
        this.address = address;
        command = JvmCommand.of(jvmFlags, MAIN_CLASS);
        command.addAll(List.of("server", "--stop-with-stdin"));
        command.addAll(List.of("--id", Integer.toString(id)));
        command.addAll(List.of("--client-port", Integer.toString(address.getPort())));
        command.addAll(arguments);
    }

    /** Further arguments of the server from its next start on, in place of those that were set before. */
    public void alsoWith(String... arguments) {
        further = List.of(arguments);
    }

    /** The command that runs {@code abcast} with those arguments in a JVM like this one. */
    public static List<String> command(List<String> jvmFlags, List<String> arguments) {
        List<String> command = JvmCommand.of(jvmFlags, MAIN_CLASS);
        command.addAll(arguments);
        return command;
    }

    /** Starts it by another command from now on, which is given the present one as arguments. */
    void startBy(List<String> launcher) {
        command.addAll(0, launcher);
    }

    /**
     * Starts another release from now on, by its class path and its file of the stack. {@code null}, {@code null}: this process's
     * class path, and the file it was given.
     */
    void runFrom(String classPath, Path config) {
        if (ownConfig == null) ownConfig = command.get(command.indexOf("--config") + 1);
        command.set(
                command.indexOf("-cp") + 1, classPath == null ? JvmCommand.classPath() : classPath);
        command.set(
                command.indexOf("--config") + 1, config == null ? ownConfig : config.toString());
    }

    public int id() {
        return id;
    }

    /** Where clients reach it. */
    public InetSocketAddress address() {
        return address;
    }

    public Path log() {
        return log;
    }

    /** Starts it, or starts it again. Its log file is continued. */
    public void start() throws IOException {
        if (alive()) throw new IllegalStateException("server " + id + " is running");
        List<String> all = new ArrayList<>(command);
        all.addAll(further);
        process =
                new ProcessBuilder(all)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                        .start();
    }

    public boolean alive() {
        return process != null && process.isAlive();
    }

    public long pid() {
        return process.pid();
    }

    /** SIGSTOP: it stands still, its connections stay open. {@link #kill} ends it all the same. */
    public void pause() throws IOException {
        signal("STOP");
    }

    /** SIGCONT after {@link #pause}. */
    public void resume() throws IOException {
        signal("CONT");
    }

    private void signal(String name) throws IOException {
        Process kill =
                new ProcessBuilder("kill", "-" + name, Long.toString(pid()))
                        .redirectErrorStream(true)
                        .start();
        String said = new String(kill.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (kill.waitFor() != 0)
                throw new IOException("kill -" + name + " of server " + id + ": " + said.strip());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    /** SIGKILL: nothing is flushed, nobody is told. Returns when the process is gone. */
    public void kill() {
        process.destroyForcibly();
        join(STOP_SECONDS);
    }

    /** SIGTERM. @return the exit code; the process is killed if it does not end in time */
    public int stop() {
        process.destroy();
        if (!join(STOP_SECONDS)) kill();
        return process.exitValue();
    }

    /** Sends SIGTERM and does not wait. */
    void terminate() {
        process.destroy();
    }

    /** Waits for its end. @return false if it is still running after that time */
    public boolean join(long seconds) {
        try {
            return process.waitFor(seconds, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    public int exitCode() {
        return process.exitValue();
    }

    /** Of a server that is not alive: how it ended, where its log is and what stands there last. */
    public String end() {
        StringBuilder text = new StringBuilder("server ").append(id);
        if (process == null) return text.append(" was not started").toString();
        int code = exitCode();
        // So the JDK tells of a signal.
        int signal = code - SIGNALLED;
        if (signal == 9) text.append(" was killed (signal 9)");
        else if (signal > 0) text.append(" was ended by signal ").append(signal);
        else text.append(" ended with exit code ").append(code);
        String tail = tail();
        text.append(", its log ").append(log);
        return tail.isEmpty()
                ? text.append(" is empty").toString()
                : text.append(" ends: ").append(tail).toString();
    }

    /** The last lines of its log. */
    public String tail() {
        try {
            List<String> lines = Files.readAllLines(log);
            return String.join(
                    System.lineSeparator(),
                    lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()));
        } catch (IOException e) {
            return "(" + log + ": " + e.getMessage() + ")";
        }
    }

    @Override
    public void close() {
        if (alive()) stop();
    }
}
