package io.abcast.torture;

import io.abcast.client.Reply;
import io.abcast.client.wire.ReplyCode;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for servers' replies to requests, and turns a missing reply into an error reply after a time limit. */
final class ReplyWaiter {
    private ReplyWaiter() {}

    /**
     * @return the reply; TIMEOUT if it does not arrive within {@code seconds}, so that the request may have taken
     *     effect or may do so later
     */
    static Reply await(CompletableFuture<Reply> asked, long seconds) {
        try {
            return asked.get(seconds, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            return error(ReplyCode.TIMEOUT, "no reply within " + seconds + " s");
        } catch (ExecutionException e) {
            return error(ReplyCode.DISCONNECTED, String.valueOf(e.getCause()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return error(ReplyCode.DISCONNECTED, "interrupted");
        }
    }

    static Reply error(ReplyCode code, String text) {
        return new Reply(code, text.getBytes(StandardCharsets.UTF_8));
    }
}
