package io.abcast.jgroups.forest;

import io.abcast.bulk.port.LineLimit;
import io.abcast.bulk.port.PortFigures;
import io.abcast.bulk.port.SelectorLoop;
import io.abcast.dissemination.forest.ForestPlanner;
import io.abcast.dissemination.forest.node.ForestController;
import io.abcast.dissemination.forest.node.ForestEffects;
import io.abcast.dissemination.forest.node.ForestMessage;
import io.abcast.dissemination.forest.node.ForestMessage.Frame;
import io.abcast.dissemination.forest.node.ForestNode;
import io.abcast.kernel.Digest;
import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.WireWriter;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jgroups.Address;

/**
 * Runs the two state machines of {@code FOREST} at a member on one thread: the node sends frames, and the controller
 * plans rates. The driver sends frames over separate TCP connections. The driver sends control messages through the
 * JGroups stack, so control messages never wait for frames.
 *
 * <p><b>Thread rule:</b> any thread may call the public methods of {@code ForestDriver}.
 */
public final class ForestDriver implements AutoCloseable {
    /** When this number of bytes of multicasts waits for the FOREST node, callers with further multicasts wait. */
    private static final int BACKLOG_BYTES_MAX = 1 << 20;

    /**
     * If the backlog has no room for a multicast within this time, it is dropped, and the protocols above send it
     * again.
     */
    private static final long ROOM_MILLIS = 5_000;

    /** When this number of bytes of received control messages waits for the driver's thread, later ones are dropped. */
    private static final long CONTROL_BYTES_MAX = 4 << 20;

    private static final long TICK_NANOS = 10_000_000;
    private static final long HELLO_NANOS = 250_000_000;
    private static final long HELLO_NANOS_MAX = 5_000_000_000L;
    private static final long CLOSE_SECONDS = 5;

    private final ForestStack stack;
    private final SelectorLoop loop;
    private final ForestRoster roster;
    private final ForestWire wire;
    private final FrameLinks links;
    private final ForestNode node;
    private final ForestController controller;
    private final ForestPlanner planner;
    private final LineLimit lines;
    private final ForestCounters counters = new ForestCounters();
    private final BacklogBound admission = new BacklogBound(BACKLOG_BYTES_MAX, ROOM_MILLIS);
    private final int bundleBytesMax;
    private final InetSocketAddress address;

    private final ArrayDeque<byte[]> backlog = new ArrayDeque<>();

    private final long[] helloNanos = new long[Long.SIZE];
    private final long[] helloWaitNanos = new long[Long.SIZE];
    private List<Address> view;
    private boolean isFull;
    private SelectorLoop.Timer timer;
    private boolean isTicking;

    /** A frame often goes to several members, so its encoded bytes are kept for the next member. */
    private Frame encodedFrame;

    private WireWriter encoded;

    private volatile Set<Address> linked = Set.of();

    /**
     * Opens the TCP port for frame connections, and starts the driver's thread.
     *
     * @param self JGroups address of this member
     * @param lines consumer of the driver's log lines
     * @throws IOException if the driver cannot open a port at the address for frame connections
     */
    public ForestDriver(
            Address self,
            ForestConfig config,
            ForestPlanner planner,
            ForestStack stack,
            Consumer<String> lines)
            throws IOException {
        this.stack = stack;
        this.planner = planner;
        this.lines = new LineLimit(lines, System::nanoTime);
        view = List.of(self);
        roster = new ForestRoster(self);
        wire = new ForestWire(roster);
        bundleBytesMax = config.node().frameBytesMax();
        loop = new SelectorLoop("forest " + self, this::defect);
        ForestEffects effects = new Carrier();
        long now = System.nanoTime();
        node = new ForestNode(ForestRoster.SELF, ForestRoster.INCARNATION, config.node(), effects);
        controller =
                new ForestController(
                        ForestRoster.SELF, config.controller(), node, planner, effects, now);
        try {
            links =
                    new FrameLinks(
                            roster,
                            config.frames(),
                            config.connections(),
                            loop,
                            this::onLinks,
                            this::onFrame,
                            to -> node.onTransmitted(to, System.nanoTime()),
                            this.lines);
            address = links.address();
        } catch (IOException e) {
            loop.close();
            throw e;
        }
        loop.afterEach(this::endTurn);
        loop.start();
    }

    private void defect(Throwable defect) {
        counters.defects.increment();
        lines.line("defect", () -> "a defect in FOREST, which continues: " + defect);
    }

    /** Returns the IP address and port at which this member accepts frame connections. */
    public InetSocketAddress address() {
        return address;
    }

    /** Returns whether a member has frame connections with this member in both directions. */
    public boolean isLinked(Address member) {
        return linked.contains(member);
    }

    public boolean hasLinks() {
        return !linked.isEmpty();
    }

    /** Returns whether the backlog of waiting multicasts is less than half full. */
    public boolean hasRoom() {
        return admission.bytes() < BACKLOG_BYTES_MAX / 2;
    }

    /**
     * Sends a multicast to all members that have frame connections with this member in both directions.
     *
     * @param mayWait whether the calling thread may wait while the backlog of multicasts is full
     * @return false if the driver has dropped the multicast
     */
    public boolean spread(byte[] multicast, boolean mayWait) {
        if (!admission.enter(multicast.length, mayWait)) {
            counters.dropped.increment();
            return false;
        }
        return loop.execute(() -> backlog.add(multicast));
    }

    /** Passes a new view of the JGroups group to the driver's thread. */
    public void onView(List<Address> members) {
        loop.execute(() -> installView(members));
    }

    /** Passes the hello of another member's driver to the thread of this driver. */
    public void onHello(Address from, byte[] bytes) {
        loop.offer(() -> hello(from, bytes), bytes.length, CONTROL_BYTES_MAX);
    }

    /** Passes a control message of another member's node or controller to the thread of this driver. */
    public void onControl(Address from, byte[] bytes) {
        loop.offer(() -> control(from, bytes), bytes.length, CONTROL_BYTES_MAX);
    }

    /** Returns the figures of the port that accepts frame connections. */
    public PortFigures portFigures() {
        return links.figures();
    }

    /** Returns the counters of the driver of {@code FOREST} at this member. */
    public ForestCounters counters() {
        return counters;
    }

    /**
     * Returns the number of received control messages that the driver dropped because too many bytes of control
     * messages waited.
     */
    public long droppedControl() {
        return loop.dropped();
    }

    /**
     * Closes all frame connections. After the close, the driver drops the multicasts that still wait for the FOREST
     * node.
     */
    @Override
    public void close() throws IOException {
        admission.close();
        CountDownLatch closed = new CountDownLatch(1);
        boolean runs =
                loop.execute(
                        () -> {
                            links.close();
                            closed.countDown();
                        });
        try {
            if (runs && !closed.await(CLOSE_SECONDS, TimeUnit.SECONDS))
                lines.line("close", () -> "FOREST did not close its connections in time");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        loop.close();
    }

    private void installView(List<Address> members) {
        view = members;
        for (long rest = roster.onView(members); rest != 0; rest &= rest - 1)
            links.remove(Long.numberOfTrailingZeros(rest));
        for (Address member : members) {
            int number = roster.number(member);
            if (number <= ForestRoster.SELF || links.isLinked(number)) continue;
            helloWaitNanos[number] = HELLO_NANOS;
            greet(number, false);
        }
        onLinks();
        tick();
    }

    private void greet(int number, boolean isAnswer) {
        helloNanos[number] = System.nanoTime() + helloWaitNanos[number];
        stack.send(
                roster.address(number),
                ForestHeader.HELLO,
                new ForestHello(isAnswer, address, links.token(number)).encode());
    }

    private void hello(Address from, byte[] bytes) {
        int number = roster.number(from);
        // If this member's view lacks the sender of a hello, the sender has a newer view and will
        // send its hello again.
        if (number <= ForestRoster.SELF) return;
        try {
            ForestHello hello = ForestHello.decode(bytes);
            if (!hello.isAnswer()) greet(number, true);
            links.onAddress(number, hello.frames(), hello.token());
        } catch (MalformedFrameException e) {
            malformed(from, e);
        }
    }

    private void malformed(Address from, Exception e) {
        counters.malformed.increment();
        lines.line("malformed", () -> "malformed message from " + from + ": " + e.getMessage());
    }

    private void control(Address from, byte[] bytes) {
        int number = roster.number(from);
        if (number <= ForestRoster.SELF) return;
        try {
            onMessage(number, bytes);
        } catch (MalformedFrameException e) {
            malformed(from, e);
        }
    }

    private void onFrame(byte[] bytes, int from) {
        try {
            onMessage(from, bytes);
        } catch (MalformedFrameException e) {
            malformed(roster.address(from), e);
            throw e;
        }
    }

    private void onMessage(int from, byte[] bytes) {
        ForestMessage message = wire.decode(bytes);
        if (message == null) {
            counters.strange.increment();
            return;
        }
        long now = System.nanoTime();
        if (!controller.onMessage(from, message, now)) node.onMessage(from, message, now);
    }

    private void onLinks() {
        Set<Address> now = new HashSet<>();
        int[] numbers = new int[view.size()];
        int count = 0;
        for (Address member : view) {
            int number = roster.number(member);
            if (number < 0 || (number != ForestRoster.SELF && !links.isLinked(number))) continue;
            numbers[count++] = number;
            if (number != ForestRoster.SELF) now.add(member);
        }
        int[] reachable = Arrays.copyOf(numbers, count);
        linked = Set.copyOf(now);
        long nanos = System.nanoTime();
        node.onReachable(reachable, nanos);
        controller.onReachable(reachable, nanos);
        counters.publish(node, controller, planner, count - 1, nanos);
    }

    private void tick() {
        if (isTicking || view.size() < 2) return;
        isTicking = true;
        loop.timer(TICK_NANOS, this::onTick);
    }

    private void onTick() {
        isTicking = false;
        long now = System.nanoTime();
        links.reconnect();
        for (Address member : view) {
            int number = roster.number(member);
            if (number <= ForestRoster.SELF
                    || links.isLinked(number)
                    || now - helloNanos[number] < 0) continue;
            helloWaitNanos[number] = Math.min(HELLO_NANOS_MAX, 2 * helloWaitNanos[number]);
            greet(number, false);
        }
        controller.onTick(now);
        counters.publish(node, controller, planner, linked.size(), now);
        tick();
    }

    private void endTurn() {
        drain();
        node.onBatchEnd(System.nanoTime());
        links.flush();
        encodedFrame = null;
        encoded = null;
    }

    private void drain() {
        while (!isFull && !backlog.isEmpty()) {
            WireWriter out = new WireWriter(Math.min(bundleBytesMax, backlog.peek().length + 64));
            int count = Bundle.pack(backlog, bundleBytesMax, out);
            if (node.spread(out.toByteArray(), System.nanoTime()) == null) {
                isFull = true;
                return;
            }
            for (int i = 0; i < count; i++) admission.leave(backlog.remove().length);
        }
    }

    private final class Carrier implements ForestEffects {
        @Override
        public void send(int to, ForestMessage message) {
            Address member = roster.address(to);
            if (member == null) return;
            stack.send(member, ForestHeader.CONTROL, wire.encode(message).toByteArray());
        }

        // The frame that was encoded last is recognised by its reference: a comparison of contents
        // would take longer than a new encoding.
        @SuppressWarnings("ReferenceEquality")
        @Override
        public void transmit(int to, Frame frame) {
            if (frame != encodedFrame) {
                encoded = wire.encode(frame);
                encodedFrame = frame;
            }
            int length = encoded.size();
            links.write(to, ByteBuffer.wrap(encoded.array(), 0, length), length);
        }

        @Override
        public void deliver(int source, Digest digest, byte[] payload) {
            Address from = roster.address(source);
            if (from == null) return;
            try {
                for (byte[] multicast : Bundle.unpack(payload)) {
                    stack.deliver(from, multicast);
                    counters.delivered.increment();
                }
            } catch (MalformedFrameException | IOException e) {
                malformed(from, e);
            }
        }

        @Override
        public void room() {
            isFull = false;
            // An empty task starts a turn of the driver's loop, and the end of that turn passes the
            // waiting multicasts to the node.
            loop.execute(() -> {});
        }

        @Override
        public void setTimer(long delayNanos) {
            if (timer != null) timer.cancel();
            timer = loop.timer(delayNanos, () -> node.onTimer(System.nanoTime()));
        }
    }
}
