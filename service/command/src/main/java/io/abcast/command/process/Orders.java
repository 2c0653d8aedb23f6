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
 * Orders to a process that this one has started: a line each, on its standard input. It answers each with a line over {@link Reports}, by
 * {@link #answer}.
 */
public final class Orders implements AutoCloseable {
    private static final String DONE = "= ";
    private static final String FAILED = "! ";

    /** Longer than a start takes, and longer than requests are in flight when a load ends. A process that has not answered by then is killed. */
    private static final long ANSWER_SECONDS = 90;

    private static final ScheduledExecutorService PATIENCE =
            Executors.newSingleThreadScheduledExecutor(
                    task -> {
                        Thread thread = new Thread(task, "patience");
                        thread.setDaemon(true);
                        return thread;
                    });

    /** Carries out orders, in the process that gets them. */
    public interface Servant {
        /** @return what the order asks for, one line; may be empty */
        String obey(String order) throws Exception;
    }

    private final String name;
    private final Process process;
    private final Reports answers;
    private final Supplier<String> where;
    private final PrintStream orders;

    /**
     * @param name of the process, as errors call it
     * @param answers that the process has the argument of; closed with this
     * @param where tells where the process's log is and how it ends; errors end with it
     */
    public Orders(String name, Process process, Reports answers, Supplier<String> where) {
        this.name = name;
        this.process = process;
        this.answers = answers;
        this.where = where;
        orders = new PrintStream(process.getOutputStream(), false, StandardCharsets.US_ASCII);
    }

    /**
     * Gives an order and waits for the answer, for a bounded time, after which the process is killed. From any thread, one after the other.
     *
     * @throws IOException if it has no answer, or failed
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

    /** Hears no further answer; does not end the process. */
    @Override
    public void close() throws IOException {
        answers.close();
    }

    /** In the process that gets them: carries out one order and answers. */
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

    /** An answer to the first order, whatever it is: the process could not start. */
    public static void fail(Throwable failure, PrintStream answers) {
        answers.println(failure(failure));
        answers.flush();
    }

    private static String failure(Throwable failure) {
        return FAILED + oneLine(failure);
    }

    /** A failure as a report of one line. */
    public static String oneLine(Throwable failure) {
        return failure.toString().strip().replaceAll("\\s*\\R\\s*", " ");
    }
}
