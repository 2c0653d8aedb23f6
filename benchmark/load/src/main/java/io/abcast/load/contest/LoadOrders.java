package io.abcast.load.contest;

import io.abcast.load.LoadEngine;
import io.abcast.load.LoadSpec;
import java.io.IOException;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;

/**
 * Executes orders by which another process controls a load in this process, one load at a time. The order {@code load
 * SPEC} starts a load, and the order {@code keep N} keeps N clients of the load. The order {@code poll} returns the
 * figures of the load since the last poll. The order {@code stop} ends the load and returns the figures since the last
 * poll. Only one thread uses the object.
 */
public final class LoadOrders {
    static final String LOAD = "load";
    static final String KEEP = "keep";
    static final String POLL = "poll";
    static final String STOP = "stop";

    /** Connects the clients of the next load to the server: through the API of the server, or over the network. */
    public interface Way {
        Attachment attach() throws Exception;
    }

    private final Way way;
    private Attachment attachment;
    private ScheduledExecutorService shard;

    private LoadEngine load;

    public LoadOrders(Way way) {
        this.way = way;
    }

    /**
     * Executes one order of the controlling process, and returns the answer.
     *
     * @throws IllegalArgumentException if the order is unknown
     * @throws IllegalStateException if the order is {@code load} and a load is running, or if the order is not {@code
     *     load} and no load is running
     */
    public String obey(String order) throws Exception {
        String[] words = order.split(" ", -1);
        switch (words[0]) {
            case LOAD -> {
                start(LoadSpec.decode(Base64.getDecoder().decode(words[1])));
                return "";
            }
            case KEEP -> {
                running(order).keep(Integer.parseInt(words[1]));
                return "";
            }
            case POLL -> {
                return encoded(running(order).poll().encode());
            }
            case STOP -> {
                return stop(running(order));
            }
            default -> throw new IllegalArgumentException("expected an order, got " + order);
        }
    }

    private LoadEngine running(String order) {
        if (load == null) throw new IllegalStateException(order + ": expected a running load");
        return load;
    }

    private void start(LoadSpec spec) throws Exception {
        if (load != null) throw new IllegalStateException("a load is running already");
        attachment = way.attach();
        shard = attachment.newShard();
        load =
                new LoadEngine(
                        spec, List.of(shard), (thread, part) -> attachment.target(thread, 0, part));
        load.start();
    }

    private String stop(LoadEngine running) throws IOException {
        String last = encoded(running.stop().encode());
        shard.shutdownNow();
        attachment.close();
        load = null;
        return last;
    }

    private static String encoded(byte[] figures) {
        return Base64.getEncoder().encodeToString(figures);
    }
}
