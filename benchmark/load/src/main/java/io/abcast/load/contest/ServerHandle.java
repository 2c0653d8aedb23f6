package io.abcast.load.contest;

import io.abcast.command.process.JvmCommand;
import io.abcast.command.process.Orders;
import io.abcast.command.process.Reports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Controls a {@link ServerHost}, the JVM of one server, from one thread. Any thread may call {@link #close}. */
final class ServerHandle implements AutoCloseable {
    private static final long CLOSE_SECONDS = 8;

    private static final int TAIL_LINES = 5;

    private final int id;
    private final Path log;
    private final Process process;
    private final Orders orders;

    ServerHandle(Site site, int id, List<String> jvmFlags) throws IOException {
        this.id = id;
        log = site.directory().resolve("server-" + id + ".log");
        List<String> command = new ArrayList<>();
        command.add(JvmCommand.java());
        command.addAll(jvmFlags);
        command.add(
                "-XX:FlightRecorderOptions=repository=" + site.directory().resolve("jfr-" + id));
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(ServerHost.class.getName(), site.encode(), Integer.toString(id)));
        Reports answers = new Reports();
        command.add(answers.argument());
        try {
            process =
                    new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(log.toFile())
                            .start();
        } catch (IOException e) {
            answers.close();
            throw e;
        }
        orders = new Orders("server " + id, process, answers, this::where);
    }

    static List<Orders> leaderFirst(List<ServerHandle> servers) throws IOException {
        List<Orders> all = new ArrayList<>();
        for (ServerHandle server : servers) all.add(server.leads() ? 0 : all.size(), server.orders);
        return all;
    }

    private String ask(String order) throws IOException {
        return orders.ask(order);
    }

    void checkAlive() throws IOException {
        if (!process.isAlive()) ask(ServerHost.READY);
    }

    boolean ready() throws IOException {
        return Boolean.parseBoolean(ask(ServerHost.READY));
    }

    boolean leads() throws IOException {
        return Boolean.parseBoolean(ask(ServerHost.LEADS));
    }

    ContestantServer.State state() throws IOException {
        String[] numbers = ask(ServerHost.STATE).split(" ", -1);
        return new ContestantServer.State(
                Long.parseLong(numbers[0]), Long.parseLong(numbers[1]), Long.parseLong(numbers[2]));
    }

    /** Null if the key was never written. */
    byte[] read(int key) throws IOException {
        String value = ask(ServerHost.READ + " " + key);
        return value.equals("-") ? null : Base64.getDecoder().decode(value);
    }

    double compiled() throws IOException {
        return Long.parseLong(ask(ServerHost.COMPILED)) / 1000.0;
    }

    /** Number of syncs up to now, for a server that is a process outside its JVM; NaN for a server inside its JVM. */
    double synced() throws IOException {
        String count = ask(ServerHost.SYNCED);
        return count.equals("-") ? Double.NaN : Double.parseDouble(count);
    }

    /** Syncs between two times in ns; NaN if the syncs are not counted. */
    double syncs(long from, long to) throws IOException {
        String count = ask(ServerHost.SYNCS + " " + from + " " + to);
        return count.equals("-") ? Double.NaN : Double.parseDouble(count);
    }

    /** Includes the processes that the server's JVM has started. */
    Duration cpu() {
        try (Stream<ProcessHandle> children = process.toHandle().descendants()) {
            return Stream.concat(Stream.of(process.toHandle()), children)
                    .map(handle -> handle.info().totalCpuDuration().orElse(Duration.ZERO))
                    .reduce(Duration.ZERO, Duration::plus);
        }
    }

    private String where() {
        String tail = tail();
        return ", log " + log + (tail.isEmpty() ? " is empty" : " ends: " + tail);
    }

    private String tail() {
        try {
            List<String> lines = Files.readAllLines(log);
            return String.join(
                    " / ", lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()));
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** Does not wait for the end of the process. */
    void end() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // The process of the server has already ended.
        }
    }

    /** Kills the server process if it has not stopped within a time limit; any thread may call the method. */
    @Override
    public void close() {
        List<ProcessHandle> children;
        try (Stream<ProcessHandle> all = process.toHandle().descendants()) {
            children = all.toList();
        }
        end();
        try {
            if (!process.waitFor(CLOSE_SECONDS, TimeUnit.SECONDS)) process.destroyForcibly();
            process.waitFor(CLOSE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        children.forEach(ProcessHandle::destroyForcibly);
        try {
            orders.close();
        } catch (IOException e) {
            System.err.println("closing the reports of server " + id + ": " + e);
        }
    }
}
