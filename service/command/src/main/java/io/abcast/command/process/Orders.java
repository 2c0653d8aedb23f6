package io.abcast.command.process;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Sends orders to a process that this process has started. An order is a line on standard input, which the started
 * process answers with one line over {@link Reports}.
 */
public final class Orders implements AutoCloseable {
    private static final String DONE = "= ";
    private static final String FAILED = "! ";

    /**
     * Maximum time for the answer to an order, after which {@link #ask} kills the started process. The longest orders
     * start a server, or complete a load's requests in flight.
     */
    private static final long ANSWER_SECONDS = 90;

    private static final ScheduledExecutorService PATIENCE =
            Executors.newSingleThreadScheduledExecutor(
                    task -> {
                        Thread thread = new Thread(task, "patience");
                        thread.setDaemon(true);
                        return thread;
                    });

    /** Executes orders in the process that receives them. */
    public interface Servant {
        /**
         * Executes one order in the process that receives it.
         *
         * @return the answer to the order as one line, which may be empty
         */
        String obey(String order) throws Exception;
    }

    private final String name;
    private final Process process;
    private final Reports answers;
    private final Supplier<String> where;
    private final PrintStream orders;

    /**
     * Prepares to send orders to a process.
     *
     * @param name name of the started process in error messages
     * @param answers the channel over which the started process answers; {@link Orders#close} also closes this channel
     * @param where supplies a text with the process's log file and the last lines of the log, which error messages
     *     contain
     */
    public Orders(String name, Process process, Reports answers, Supplier<String> where) {
        this.name = name;
        this.process = process;
        this.answers = answers;
        this.where = where;
        orders = new PrintStream(process.getOutputStream(), false, StandardCharsets.US_ASCII);
    }

    /**
     * Sends an order and waits for its answer; kills the started process if it does not answer in time. Any thread may
     * call this method; concurrent calls run one after another.
     *
     * @throws IOException if the started process does not answer the order, or if the order failed
     */
    public synchronized String ask(String order) throws IOException {
        orders.println(order);
        orders.flush();
        ScheduledFuture<?> end =
                PATIENCE.schedule(process::destroyForcibly, ANSWER_SECONDS, TimeUnit.SECONDS);
        String answer = answers.next(process);
        boolean late = !end.cancel(false);
        if (answer == null) {
            String what = late ? " did not answer within " + ANSWER_SECONDS + " s" : " ended";
            throw new IOException(name + what + where.get());
        }
        if (answer.startsWith(DONE)) return answer.substring(DONE.length());
        throw new IOException(name + ": " + answer.substring(FAILED.length()) + where.get());
    }

    /** Closes the channel for answers. The process that receives the orders continues to run. */
    @Override
    public void close() throws IOException {
        answers.close();
    }

    /** Executes one order and sends the answer; called in the process that receives the order. */
    public static void answer(String order, Servant servant, PrintStream answers) {
        String answer;
        try {
            answer = DONE + servant.obey(order);
        } catch (Exception e) {
            e.printStackTrace();
            answer = failure(e);
        }
        answers.println(answer);
        answers.flush();
    }

    /** Answers an order with a failure; called in a process that could not start. */
    public static void fail(Throwable failure, PrintStream answers) {
        answers.println(failure(failure));
        answers.flush();
    }

    private static String failure(Throwable failure) {
        return FAILED + oneLine(failure);
    }

    /** Formats an exception as one line. */
    public static String oneLine(Throwable failure) {
        return failure.toString().strip().replaceAll("\\s*\\R\\s*", " ");
    }
}
