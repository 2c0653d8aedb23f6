package io.abcast.workloads.process;

import io.abcast.command.process.ChildProcess;
import io.abcast.command.process.JvmCommand;
import io.abcast.command.process.Orders;
import io.abcast.command.process.Reports;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** One server of the store in a JVM of its own. The server ends when the process that started it ends. */
final class StoreProcess extends ChildProcess {
    private final int id;
    private Orders orders;

    StoreProcess(int id, Class<?> main, Path log, List<String> jvmFlags, List<String> arguments) {
        super("server " + id, log, command(main, jvmFlags, arguments));
        this.id = id;
    }

    private static List<String> command(
            Class<?> main, List<String> jvmFlags, List<String> arguments) {
        List<String> command = JvmCommand.of(jvmFlags, main.getName());
        command.addAll(arguments);
        return command;
    }

    int id() {
        return id;
    }

    void start() throws IOException {
        endOrders();
        Reports answers = new Reports();
        try {
            start(new ArrayList<>(List.of("--answers", answers.argument())));
        } catch (IOException e) {
            answers.close();
            throw e;
        }
        String name = "server " + id;
        orders = new Orders(name, process(), answers, () -> ", log " + log() + " ends: " + tail());
    }

    String ask(String order) throws IOException {
        return orders.ask(order);
    }

    private void endOrders() throws IOException {
        if (orders != null) orders.close();
        orders = null;
    }

    @Override
    public void close() {
        super.close();
        try {
            endOrders();
        } catch (IOException e) {
            System.err.println("closing the orders to server " + id + ": " + e);
        }
    }
}
