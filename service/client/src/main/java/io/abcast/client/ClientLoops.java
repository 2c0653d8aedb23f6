package io.abcast.client;

import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The I/O event loops that all store clients in this process share. Any thread may call the methods of this class. */
public final class ClientLoops implements AutoCloseable {
    private final MultiThreadIoEventLoopGroup group;

    public ClientLoops(int threads) {
        group =
                new MultiThreadIoEventLoopGroup(
                        threads,
                        new DefaultThreadFactory("client", true),
                        NioIoHandler.newFactory());
    }

    /** Returns the event loop for the next connection, in round-robin order. */
    public EventLoop next() {
        return group.next();
    }

    public List<EventLoop> all() {
        List<EventLoop> loops = new ArrayList<>();
        for (EventExecutor loop : group) loops.add((EventLoop) loop);
        return loops;
    }

    /** Closes the event loops and all connections that use them. */
    @Override
    public void close() {
        group.shutdownGracefully(0, 2, TimeUnit.SECONDS).awaitUninterruptibly(5, TimeUnit.SECONDS);
    }
}
