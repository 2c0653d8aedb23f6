package io.abcast.torture;

import io.abcast.client.Reply;
import io.abcast.client.wire.ReplyCode;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for replies; what never came is a reply of its own. */
final class ReplyWaiter {
    private ReplyWaiter() {}

    /** @return TIMEOUT if there is none within that time: the operation may have taken effect, or may do so later */
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
