package io.abcast.jgroups.group;

import java.util.List;
import org.jgroups.ChannelListener;
import org.jgroups.JChannel;
import org.jgroups.fork.ForkProtocolStack;
import org.jgroups.stack.ProtocolStack;

/**
 * Finds the JGroups channels above one protocol. Above FORK, the own channels of a protocol are the channels of its
 * fork stack, and not the main channel.
 *
 * <p><b>Thread rule:</b> any thread may call any method.
 */
public final class OwnChannels {
    private final ProtocolStack stack;
    private final ChannelListener listener;

    private OwnChannels(ProtocolStack stack, ChannelListener listener) {
        this.stack = stack;
        this.listener = listener;
    }

    /** Returns whether a protocol's stack is a fork stack above FORK. */
    public static boolean aboveFork(ProtocolStack stack) {
        return stack instanceof ForkProtocolStack;
    }

    /** Closes all channels of the protocol's stack. */
    public static void close(ProtocolStack stack) {
        if (stack instanceof ForkProtocolStack fork)
            List.copyOf(fork.getForkChannels().values()).forEach(JChannel::close);
        else if (stack != null && stack.getChannel() != null) stack.getChannel().close();
    }

    /**
     * Calls {@code stop} when the main channel of a stack above FORK disconnects or closes. FORK neither notifies nor
     * stops its fork stacks when the main channel disconnects.
     */
    public static OwnChannels watch(ProtocolStack stack, Runnable stop) {
        ChannelListener listener =
                new ChannelListener() {
                    @Override
                    public void channelDisconnected(JChannel channel) {
                        stop.run();
                    }

                    @Override
                    public void channelClosed(JChannel channel) {
                        stop.run();
                    }
                };
        if (aboveFork(stack)) stack.getChannel().addChannelListener(listener);
        return new OwnChannels(stack, listener);
    }

    /** Removes from the main channel the listener that {@link #watch} has added. */
    public void forget() {
        if (aboveFork(stack)) stack.getChannel().removeChannelListener(listener);
    }
}
