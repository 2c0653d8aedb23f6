package io.abcast.peers.jgroupsraft;

import io.abcast.load.hosts.HostPlan;
import io.abcast.load.hosts.OrderedTraffic;
import java.io.DataInput;
import java.io.DataOutput;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jgroups.Address;
import org.jgroups.JChannel;
import org.jgroups.Receiver;
import org.jgroups.View;
import org.jgroups.raft.Options;
import org.jgroups.raft.RaftHandle;
import org.jgroups.raft.StateMachine;

/**
 * Each request of the host is one replicated command, which the protocol REDIRECT sends to the leader. If the leader
 * leaves the view, this class lets the requests to it fail, because REDIRECT neither repeats nor ends them.
 */
final class RaftTraffic extends OrderedTraffic implements Receiver {
    /** The leader does not send the result of a command back, because the hosts do not need it. */
    private static final Options NO_RESULT = Options.create(true);

    private final JChannel channel;
    private final HostPlan plan;
    private final RaftHandle raft;

    private final Set<Request> open = ConcurrentHashMap.newKeySet();

    RaftTraffic(JChannel channel, HostPlan plan) {
        super(plan);
        this.channel = channel;
        this.plan = plan;
        raft = new RaftHandle(channel, new NoState());
        channel.setReceiver(this);
    }

    @Override
    public boolean isReady() {
        return channel.getView() != null
                && channel.getView().size() >= plan.hosts()
                && raft.leader() != null;
    }

    @Override
    public String state() {
        return channel.getView() + ", leader " + raft.leader();
    }

    @Override
    protected void submit(byte[] payload) {
        Address leader = raft.leader();
        if (leader == null) {
            failed();
            return;
        }
        CompletableFuture<byte[]> answer;
        try {
            answer = raft.setAsync(payload, 0, payload.length, NO_RESULT);
        } catch (Exception e) {
            // The call fails if the leader has just changed or has left the view.
            failed();
            return;
        }
        Request request = new Request(answer, leader);
        open.add(request);
        CompletableFuture<byte[]> unused =
                answer.orTimeout(REQUEST_SECONDS_MAX, TimeUnit.SECONDS)
                        .whenComplete((result, failure) -> ended(request, payload, failure));
        // The leader may have left before the request was added to the requests in flight.
        request.failWithoutLeader(channel.getView());
    }

    private void ended(Request request, byte[] payload, Throwable failure) {
        open.remove(request);
        if (failure == null) committed(payload);
        else failed();
    }

    @Override
    public void viewAccepted(View view) {
        open.forEach(request -> request.failWithoutLeader(view));
    }

    @Override
    public void close() {
        channel.close();
    }

    private record Request(CompletableFuture<byte[]> answer, Address leader) {
        void failWithoutLeader(View view) {
            if (!view.containsMember(leader))
                answer.completeExceptionally(
                        new IllegalStateException("the leader has left the view"));
        }
    }

    private static final class NoState implements StateMachine {
        @Override
        public byte[] apply(byte[] data, int offset, int length, boolean serializeResponse) {
            return null;
        }

        @Override
        public void readContentFrom(DataInput in) {
            // The snapshot is empty, because the state machine has no state.
        }

        @Override
        public void writeContentTo(DataOutput out) {
            // nothing to restore, because the state machine has no state
        }
    }
}
