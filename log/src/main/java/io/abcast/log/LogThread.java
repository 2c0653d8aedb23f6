package io.abcast.log;

import java.io.IOException;

/**
 * The thread that waits for batches and makes a {@link LogWriter} write and sync them. The log thread is a platform
 * thread and not a virtual thread, because a sync of a file blocks its thread.
 */
final class LogThread implements StorageWork.Writing {
    private final LogWriter writer;
    private final HandOver handOver;
    private final Thread thread;

    LogThread(int serverId, LogWriter writer, HandOver handOver) {
        this.writer = writer;
        this.handOver = handOver;
        thread = new Thread(this::run, "abcast-log-" + serverId);
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        boolean orderly = false;
        try {
            while (true) {
                HandOver.Batch batch = handOver.poll();
                if (batch == null) {
                    writer.idle();
                    batch = handOver.take();
                }
                if (batch == null || writer.hasFailed()) break;
                writer.write(batch);
                writer.sync();
            }
            orderly = !writer.hasFailed();
        } catch (IOException | RuntimeException | Error e) {
            writer.fail(e);
        } finally {
            writer.close(orderly);
        }
    }

    @Override
    public void awaitEnd() {
        boolean interrupted = false;
        while (true) {
            try {
                thread.join();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) Thread.currentThread().interrupt();
    }
}
