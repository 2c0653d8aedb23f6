package io.abcast.search;

import io.abcast.kernel.Membership;
import io.abcast.kernel.Message;
import io.abcast.kernel.MessageCodec;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.ordering.OrderingCodec;

/**
 * The members of EPaxos in the present run, known since its first node was created, and the codec of their messages.
 */
final class EpaxosEnsemble implements MessageCodec<Message> {
    private Membership members;
    private OrderingCodec codec = OrderingCodec.INSTANCE;

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
