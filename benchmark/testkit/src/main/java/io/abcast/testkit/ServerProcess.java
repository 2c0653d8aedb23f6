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

/**
 * One {@code abcast server} in a JVM of its own. The server's output goes to a file, and the server stops when the
 * process that started it ends.
 */
public final class ServerProcess extends ChildProcess {
    private final int id;
    private final InetSocketAddress address;
    private final List<String> command;
    private List<String> further = List.of();

    private Orders orders;

    private String answersOption;

    /** Kept while the server runs another release; {@code null} if it has never run another release. */
    private List<String> own;

    /**
     * Prepares a server on the loopback interface.
     *
     * @param arguments arguments of the server that follow {@code abcast server --id ID --client-port PORT}
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

    /**
     * Sets additional arguments of the server, which replace those of the previous call from the server's next start
     * on.
     */
    public void alsoWith(String... arguments) {
        further = List.of(arguments);
    }

    /**
     * @param main main class from the next start on, which accepts a server's arguments and orders on standard input.
     * @param answersOption option whose argument is the address of the {@link Reports} that receive the server's
     *     answers
     */
    void takeOrders(Class<?> main, String answersOption) {
        command.set(command.indexOf("-cp") + 2, main.getName());
        this.answersOption = answersOption;
    }

    /**
     * @param launcher command that, from the next start on, gets the server's command line as its arguments and runs it
     */
    void startBy(List<String> launcher) {
        command.addAll(0, launcher);
    }

    /**
     * Another release of the server, and the files to run it.
     *
     * @param classPath class path with the jars of the release
     * @param main main class of the release, and arguments that precede all other arguments
     * @param config stack file of the release
     */
    public record Release(String classPath, List<String> main, Path config) {}

    /**
     * Sets the release of abcast that the server runs, from its next start on; {@code null} for the present release
     * with its original stack file.
     */
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

    /** The address at which clients reach the server. */
    public InetSocketAddress address() {
        return address;
    }

    /** Starts or restarts the server process, which appends to its old log file. */
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

    /** Channel for orders to the server process; the main class of the server must accept orders. */
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
