package io.abcast.jgroups.group;

import java.util.List;
import org.jgroups.ChannelListener;
import org.jgroups.JChannel;
import org.jgroups.fork.ForkProtocolStack;
import org.jgroups.stack.ProtocolStack;

/**
 * Finds the channels above one protocol. A stack without FORK has one channel, which is the channel of the protocol. A
 * stack above FORK refers to the main channel, which other applications share; the protocol's own channels are the
 * channels of its fork stack.
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

    /**
     * Whether the stack is above FORK. The protocols of such a stack stop when their last channel disconnects, although
     * the process stays in the group.
     */
    public static boolean aboveFork(ProtocolStack stack) {
        return stack instanceof ForkProtocolStack;
    }

    /** Closes all channels of the stack. */
    public static void close(ProtocolStack stack) {
        if (stack instanceof ForkProtocolStack fork)
            List.copyOf(fork.getForkChannels().values()).forEach(JChannel::close);
        else if (stack != null && stack.getChannel() != null) stack.getChannel().close();
    }

    /**
     * For a stack above FORK: calls {@code stop} when the main channel disconnects or closes. This is needed because
     * FORK itself neither notifies nor stops its fork stacks when the main channel disconnects.
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

    /** Removes the listener of {@link #watch}. */
    public void forget() {
        if (aboveFork(stack)) stack.getChannel().removeChannelListener(listener);
    }
}
