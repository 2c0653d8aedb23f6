package io.abcast.benchmark.server;

import io.abcast.benchmark.load.Outcomes;
import io.abcast.client.wire.Command;
import io.abcast.client.wire.Op;
import io.abcast.client.wire.ReplyCode;
import io.abcast.kernel.MalformedFrameException;
import io.abcast.load.LoadEngine;
import io.abcast.load.LoadSpec;
import io.abcast.load.Operation;
import io.abcast.load.Payload;
import io.abcast.load.ReadKind;
import io.abcast.load.Target;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;

/**
 * Virtual clients inside the server, on the API instead of a connection: the harness starts them, polls
 * what they measure and stops them. One load at a time.
 */
final class LocalLoad {
    private final Replica replica;

    /** Stopping a load waits for what is under way: not on an I/O thread. */
    private final ExecutorService control = Executors.newSingleThreadExecutor(LocalLoad::thread);

    private LoadEngine running;
    private ScheduledExecutorService executor;

    LocalLoad(Replica replica) {
        this.replica = replica;
    }

    /** Carries out a harness operation, on a thread of its own; one after the other. */
    void control(
            Op op, byte[] argument, Consumer<byte[]> answer, Consumer<RuntimeException> failure) {
        control.execute(
                () -> {
                    try {
                        answer.accept(control(op, argument));
                    } catch (RuntimeException e) {
                        failure.accept(e);
                    }
                });
    }

    private byte[] control(Op op, byte[] argument) {
        if (op == Op.LOAD_START) {
            start(LoadSpec.decode(argument));
            return new byte[0];
        }
        if (argument.length > 0) throw new MalformedFrameException(op + ": expected no body");
        if (running == null) throw new IllegalStateException(op + ": expected a running load");
        if (op == Op.LOAD_POLL) return running.poll().encode();
        byte[] last = running.stop().encode();
        running = null;
        executor.shutdownNow();
        return last;
    }

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(task, "local-load");
        thread.setDaemon(true);
        return thread;
    }

    private void start(LoadSpec spec) {
        if (running != null) throw new IllegalStateException("a load is running already");
        executor = Executors.newSingleThreadScheduledExecutor(LocalLoad::thread);
        running =
                new LoadEngine(
                        spec, List.of(executor), (shard, part) -> target(replica, shard, part));
        running.start();
    }

    /** Virtual clients on the API of a replica in this process. */
    static Target target(Replica replica, ScheduledExecutorService shard, LoadSpec part) {
        return new LocalTarget(replica, shard, part);
    }

    private static final class LocalTarget implements Target {
        private final Replica replica;
        private final SubmissionQueue submissions;
        private final CompletionQueue completions;
        private final byte[] value;
        private final boolean linearizable;

        LocalTarget(Replica replica, ScheduledExecutorService shard, LoadSpec spec) {
            this.replica = replica;
            submissions = new SubmissionQueue(shard, replica);
            completions = new CompletionQueue(shard, () -> {});
            value = Payload.value(spec);
            linearizable = spec.reads() == ReadKind.LINEARIZABLE;
        }

        @Override
        public void send(Operation operation) {
            byte[] key = Payload.key(operation.key());
            if (operation.write()) {
                byte[] command = Command.put(0, 0, key, value);
                submissions.add(command, new LocalRequest(operation, command.length, completions));
                return;
            }
            // Through the queue as well: completed here, a client without think time would never
            // return.
            LocalRequest read = new LocalRequest(operation, key.length, completions);
            if (linearizable) replica.linearize(read);
            else if (!replica.readable()) read.failed(ReplyCode.NOT_READY, "no state yet");
            else if (replica.get(key) == null) read.done(0, WriteResult.NOT_FOUND);
            else read.done(0, WriteResult.OK);
        }

        @Override
        public void close() {}
    }

    private static final class LocalRequest extends Request {
        private final Operation operation;
        private final CompletionQueue completions;

        LocalRequest(Operation operation, int bytes, CompletionQueue completions) {
            super(Op.PUT, 0, System.nanoTime(), bytes);
            this.operation = operation;
            this.completions = completions;
        }

        @Override
        CompletionQueue queue() {
            return completions;
        }

        @Override
        void reply() {
            operation.completed(Outcomes.of(code));
        }
    }
}
