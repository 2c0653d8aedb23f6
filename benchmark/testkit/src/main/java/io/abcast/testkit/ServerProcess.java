package io.abcast.testkit;

import io.abcast.command.process.ChildProcess;
import io.abcast.command.process.JvmCommand;
import io.abcast.command.process.Orders;
import io.abcast.command.process.Reports;
import io.abcast.server.ServerMain;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** One {@code abcast server} in a JVM of its own; its output goes to a file. Stops with this process. */
public final class ServerProcess extends ChildProcess {
    private final int id;
    private final InetSocketAddress address;
    private final List<String> command;
    private List<String> further = List.of();

    /** Orders to the process; {@code null}: the server takes no orders, or has not been started. */
    private Orders orders;

    /** Name of the option that has the address for answers to orders; {@code null}: the server takes no orders. */
    private String answersOption;

    /** The command of this release; known once it has run another. */
    private List<String> own;

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
        this(id, address, log, command(id, address.getPort(), jvmFlags, arguments));
    }

    private ServerProcess(int id, InetSocketAddress address, Path log, List<String> command) {
        super("server " + id, log, command);
        this.id = id;
        this.address = address;
        this.command = command;
    }

    private static List<String> command(
            int id, int clientPort, List<String> jvmFlags, List<String> arguments) {
        List<String> command = JvmCommand.of(jvmFlags, ServerMain.class.getName());
        command.add("--stop-with-stdin");
        command.addAll(List.of("--id", Integer.toString(id)));
        command.addAll(List.of("--client-port", Integer.toString(clientPort)));
        command.addAll(arguments);
        return command;
    }

    /** Further arguments of the server from its next start on, in place of those that were set before. */
    public void alsoWith(String... arguments) {
        further = List.of(arguments);
    }

    /**
     * Starts another main class from now on, which takes the server's arguments and orders besides.
     *
     * @param answersOption names the argument of its {@link Reports}
     */
    void takeOrders(Class<?> main, String answersOption) {
        command.set(command.indexOf("-cp") + 2, main.getName());
        this.answersOption = answersOption;
    }

    /** Starts it by another command from now on, which is given the present one as arguments. */
    void startBy(List<String> launcher) {
        command.addAll(0, launcher);
    }

    /**
     * Another release of the server.
     *
     * @param classPath with its jars
     * @param main its main class, and arguments that come before all others
     * @param config its file of the stack
     */
    public record Release(String classPath, List<String> main, Path config) {}

    /** Starts another release from now on. {@code null}: this one, with the file it was given. */
    public void runFrom(Release release) {
        if (own == null) own = List.copyOf(command);
        command.clear();
        command.addAll(own);
        if (release == null) return;
        int classPath = command.indexOf("-cp") + 1;
        command.set(classPath, release.classPath);
        command.remove(classPath + 1);
        command.addAll(classPath + 1, release.main);
        command.set(command.indexOf("--config") + 1, release.config.toString());
    }

    public int id() {
        return id;
    }

    /** Where clients reach it. */
    public InetSocketAddress address() {
        return address;
    }

    /** Starts it, or starts it again. Its log file is continued. */
    public void start() throws IOException {
        List<String> all = new ArrayList<>(further);
        if (answersOption == null) {
            start(all);
            return;
        }
        if (orders != null) orders.close();
        Reports answers = new Reports();
        all.addAll(List.of(answersOption, answers.argument()));
        try {
            start(all);
        } catch (IOException e) {
            answers.close();
            throw e;
        }
        orders =
                new Orders(
                        "server " + id,
                        process(),
                        answers,
                        () -> ", log " + log() + " ends: " + tail());
    }

    /** Orders to it, if it takes any. */
    public Orders orders() {
        return orders;
    }

    @Override
    public void close() {
        super.close();
        if (orders == null) return;
        try {
            orders.close();
        } catch (IOException e) {
            System.err.println("closing the orders to server " + id + ": " + e);
        }
    }
}
