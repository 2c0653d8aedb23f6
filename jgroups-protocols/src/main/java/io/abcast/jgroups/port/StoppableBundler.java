package io.abcast.jgroups.port;

import java.util.Set;
import org.jgroups.Address;
import org.jgroups.Message;
import org.jgroups.protocols.PerDestinationBundler;
import org.jgroups.protocols.TP;

/**
 * JGroups' per-destination bundler, except that no sender thread starts after the bundler has stopped: such a thread
 * would never end.
 *
 * <p>{@code StoppableBundler} drops messages that are sent while the bundler is stopped. A stack without {@code
 * GuardedPort} names {@code StoppableBundler} in the attribute {@code bundler_type} of its transport.
 *
 * <p><b>Thread rule:</b> any thread may call the methods of {@code StoppableBundler}.
 */
public final class StoppableBundler extends PerDestinationBundler {
    private static final Set<String> TYPES = Set.of("pd", "pdb", "per-destination");

    private boolean running;

    /** JGroups calls this constructor if the attribute {@code bundler_type} names the class. */
    public StoppableBundler() {}

    /** Installs a {@code StoppableBundler} if the transport is configured for the per-destination bundler. */
    public static void replaceIn(TP transport) {
        if (TYPES.contains(transport.getBundlerType()))
            transport.setBundler(new StoppableBundler());
    }

    @Override
    public synchronized void start() {
        running = true;
        super.start();
    }

    @Override
    public synchronized void stop() {
        running = false;
        super.stop();
    }

    @Override
    public void doSend(Message message) throws Exception {
        if (message.getSrc() == null) message.setSrc(local_addr);
        Address destination = message.dest() == null ? NULL : message.dest();
        Buffer buffer = (Buffer) dests.get(destination);
        if (buffer == null) buffer = startBuffer(destination, message.dest());
        if (buffer == null) return;
        if (buffer.put(message) && use_single_sender_thread) msgs_available.release();
    }

    private synchronized Buffer startBuffer(Address destination, Address address) {
        if (!running) return null;
        Buffer buffer = (Buffer) dests.computeIfAbsent(destination, key -> new Buffer(address));
        buffer.start();
        return buffer;
    }

    private final class Buffer extends SendBuffer {
        Buffer(Address destination) {
            super(destination);
        }

        boolean put(Message message) throws Exception {
            return send(message);
        }
    }
}
