package io.abcast.search;

import io.abcast.kernel.Membership;
import io.abcast.kernel.Message;
import io.abcast.kernel.MessageCodec;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.ordering.OrderingCodec;

/**
 * The ensemble of the present run, and the wire format of its messages. The members of the ensemble are known once the
 * first node of the run has been made.
 */
final class EpaxosEnsemble implements MessageCodec<Message> {
    private Membership members;
    private OrderingCodec codec = OrderingCodec.INSTANCE;

    /** Records the executions of the next run; {@code null} if that run is not recorded. */
    private ExecutionLog executions;

    ExecutionLog executions() {
        return executions;
    }

    void record(ExecutionLog log) {
        executions = log;
    }

    void set(Membership now) {
        if (now.equals(members)) return;
        members = now;
        codec = OrderingCodec.of(now);
    }

    Membership members() {
        return members;
    }

    @Override
    public int versionMax() {
        return codec.versionMax();
    }

    @Override
    public void encode(Message message, int version, WireWriter out) {
        codec.encode(message, version, out);
    }

    @Override
    public Message decode(WireReader in) {
        return codec.decode(in);
    }
}
