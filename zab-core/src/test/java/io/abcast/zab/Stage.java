package io.abcast.zab;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Effects;
import io.abcast.kernel.Entry;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Message;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.Refusal;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.Zxid;
import io.abcast.zab.LinkMessage.FollowerInfo;
import io.abcast.zab.ZabMessage.Frame;
import io.abcast.zab.ZabMessage.PeerAck;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * An ensemble of nodes that a test controls step by step, for tests that quote a paper. A message arrives, or a sync
 * completes, only if the test requests it, and {@link #settle} delivers all messages that the test does not hold back.
 */
final class Stage {
    final List<Actor> actors = new ArrayList<>();
    private final List<Message> sent = new ArrayList<>();
    private Predicate<Message> held = m -> false;

    private int version = ZabCodec.VERSION_2;

    long now;

    /** A time in ns that is longer than any configured maximum delay of a commit. */
    private static final long COMMIT_WAITS_NANOS = 1_000_000_000;

    Stage(int members, ZabConfig config) {
        this(members, config, id -> Policies.ZAB);
    }

    Stage(int members, ZabConfig config, IntFunction<Policies> policies) {
        this(members, policies, id -> config);
    }

    /** @param configs function from the server id of a member to the settings of the member. */
    private Stage(int members, IntFunction<Policies> policies, IntFunction<ZabConfig> configs) {
        Membership membership = Membership.of(IntStream.rangeClosed(1, members).toArray());
        for (int id = 1; id <= members; id++) {
            Actor actor = new Actor(id);
            actor.node =
                    new ZabNode(
                            id, membership, configs.apply(id), policies.apply(id), 77 + id, actor);
            actors.add(actor);
        }
    }

    static Stage formed(int members, ZabConfig config) {
        return formed(members, config, id -> Policies.ZAB);
    }

    static Stage formed(int members, ZabConfig config, IntFunction<Policies> policies) {
        return formed(new Stage(members, config, policies));
    }

    /**
     * @param configs function from the server id of a member to the settings of the member.
     * @param version the version of the wire format that the followers of the ensemble claim to read
     */
    static Stage formed(int members, IntFunction<ZabConfig> configs, int version) {
        Stage stage = new Stage(members, id -> Policies.ZAB, configs);
        stage.version = version;
        return formed(stage);
    }

    private static Stage formed(Stage stage) {
        for (Actor actor : stage.actors) actor.event(() -> actor.node.onStart(Recovered.fresh()));
        stage.settle();
        stage.sent.clear();
        return stage;
    }

    Actor actor(int id) {
        return actors.get(id - 1);
    }

    Actor leader() {
        return actors.get(actors.size() - 1);
    }

    void hold(Predicate<Message> which) {
        held = which;
    }

    static Predicate<Message> linkMessages(Class<? extends LinkMessage> kind) {
        return m -> m instanceof Frame frame && kind.isInstance(frame.body());
    }

    <T extends LinkMessage> List<T> take(Class<T> kind) {
        List<T> taken =
                sent.stream()
                        .filter(linkMessages(kind))
                        .map(m -> kind.cast(((Frame) m).body()))
                        .toList();
        sent.removeIf(linkMessages(kind));
        return taken;
    }

    List<PeerAck> takePeerAcks() {
        List<PeerAck> taken =
                sent.stream().filter(PeerAck.class::isInstance).map(PeerAck.class::cast).toList();
        sent.removeIf(PeerAck.class::isInstance);
        return taken;
    }

    int sentCount() {
        return sent.size();
    }

    void forgetSent() {
        sent.clear();
    }

    void settle() {
        run();
        for (Actor actor : actors) {
            if (!actor.isSet(Timers.COMMIT)) continue;
            now += COMMIT_WAITS_NANOS;
            actor.expire(Timers.COMMIT);
            run();
        }
    }

    void run() {
        boolean any = true;
        for (int turn = 0; any; turn++) {
            if (turn > 10_000) throw new AssertionError("does not come to rest");
            any = false;
            for (Actor actor : actors) any |= actor.turn();
        }
    }

    final class Actor implements Effects {
        final int id;
        ZabNode node;
        boolean diskStopped;
        boolean epochFileStopped;
        final List<String> delivered = new ArrayList<>();
        Membership membership;
        final List<String> answers = new ArrayList<>();

        final Set<Long> pledges = new HashSet<>();

        final List<Entry> log = new ArrayList<>();

        Frame lastFrame;

        private final ArrayDeque<Runnable> events = new ArrayDeque<>();
        private final ArrayDeque<Message> inbox = new ArrayDeque<>();
        private final ArrayDeque<Integer> senders = new ArrayDeque<>();
        private long operations;
        private long synced;
        private long persists;
        private long persisted;
        private final boolean[] timers = new boolean[Timers.KINDS];

        Actor(int id) {
            this.id = id;
        }

        void event(Runnable event) {
            events.add(event);
        }

        void submit(long request, String payload) {
            event(
                    () ->
                            node.onSubmit(
                                    request,
                                    payload.getBytes(java.nio.charset.StandardCharsets.UTF_8)));
        }

        boolean isSet(int timer) {
            return timers[timer];
        }

        void expire(int timer) {
            if (!timers[timer]) throw new AssertionError("timer " + timer + " is not set");
            timers[timer] = false;
            event(() -> node.onTimer(timer));
        }

        private boolean turn() {
            boolean disk = !diskStopped && operations > synced;
            boolean file = !epochFileStopped && persists > persisted;
            boolean mail = !inbox.isEmpty() && !held.test(inbox.peek());
            if (events.isEmpty() && !disk && !file && !mail) return false;
            node.onBatchStart(now);
            while (!events.isEmpty()) events.poll().run();
            if (disk) {
                synced = operations;
                node.onSynced(synced);
            }
            if (file) {
                persisted = persists;
                node.onPersisted(persisted);
            }
            while (!inbox.isEmpty() && !held.test(inbox.peek())) {
                if (inbox.peek() instanceof Frame frame) lastFrame = frame;
                node.onMessage(senders.poll(), inbox.poll());
            }
            node.onBatchEnd();
            return true;
        }

        @Override
        public void send(int to, Message message) {
            sent.add(message);
            actor(to).inbox.add(ofVersion(message));
            actor(to).senders.add(id);
        }

        private Message ofVersion(Message message) {
            if (!(message instanceof Frame frame && frame.body() instanceof FollowerInfo info))
                return message;
            FollowerInfo other =
                    new FollowerInfo(
                            info.acceptedEpoch(),
                            info.currentEpoch(),
                            info.voter(),
                            info.fresh(),
                            info.configuration(),
                            version);
            return new Frame(frame.session(), frame.sequence(), other);
        }

        @Override
        public void append(Entry entry) {
            log.add(entry);
            operations++;
        }

        @Override
        public void vote(long slot, long openFrom, Supplier<byte[]> record) {
            throw new UnsupportedOperationException("Zab does not vote in its log");
        }

        @Override
        public void truncate(long lastZxid) {
            log.removeIf(e -> e.zxid() > lastZxid);
            operations++;
        }

        @Override
        public void readLog(long afterZxid, int bytesMax) {
            List<Entry> after = log.stream().filter(e -> e.zxid() > afterZxid).toList();
            event(() -> node.onLogRead(afterZxid, after));
        }

        @Override
        public void purgeLog(long throughZxid) {}

        @Override
        public void persist(byte[] state) {
            persists++;
        }

        @Override
        public void deliver(Entry entry, boolean mine) {
            delivered.add(Zxid.toString(entry.zxid()));
            if (mine) answers.add("done " + entry.request());
        }

        @Override
        public void reconfigured(long request, boolean mine, Membership now) {
            membership = now;
            if (mine) answers.add("changed " + request);
        }

        @Override
        public void refuse(long request, Refusal why) {
            answers.add("refused " + request + " " + why);
        }

        @Override
        public void readReady(long read) {
            answers.add("read " + read);
        }

        @Override
        public void keepSnapshot(SnapshotId snapshot) {}

        @Override
        public void takeSnapshot(long zxid, byte[] note, boolean digested) {
            event(() -> node.onSnapshotTaken(null, null));
        }

        @Override
        public void readSnapshot(SnapshotId snapshot, long offset, int bytesMax) {
            throw new AssertionError("no snapshots on this stage");
        }

        @Override
        public void writeSnapshot(SnapshotId snapshot, long offset, byte[] bytes) {
            throw new AssertionError("no snapshots on this stage");
        }

        @Override
        public void installSnapshot(SnapshotId snapshot, byte[] note, Digest content) {
            throw new AssertionError("no snapshots on this stage");
        }

        @Override
        public void setTimer(int kind, long delayNanos) {
            timers[kind] = true;
        }

        @Override
        public void cancelTimer(int kind) {
            timers[kind] = false;
        }

        @Override
        public void beginPledge(long pledge, Set<Integer> to, long expectedNanos) {
            pledges.add(pledge);
        }

        @Override
        public void endPledge(long pledge) {
            pledges.remove(pledge);
        }

        @Override
        public void report(String line) {}

        @Override
        public void halt(String reason) {
            throw new AssertionError("member " + id + " halted: " + reason);
        }
    }
}
