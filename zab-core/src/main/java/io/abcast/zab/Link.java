package io.abcast.zab;

import io.abcast.zab.ZabMessage.Frame;

/**
 * One end of a session between a leader and a follower. It numbers the messages that it sends, and accepts only the
 * successor of the last message that it received. A transport that loses, repeats or reorders messages after a
 * reconnect can therefore end a session, but never falsify it.
 */
final class Link {
    enum Verdict {
        NEXT,
        REPEAT,
        GAP
    }

    final int peer;
    final long session;
    private long sent;
    private long received;

    Link(int peer, long session) {
        this.peer = peer;
        this.session = session;
    }

    Frame next(LinkMessage body) {
        return new Frame(session, ++sent, body);
    }

    Verdict accept(long sequence) {
        if (sequence <= received) return Verdict.REPEAT;
        if (sequence != received + 1) return Verdict.GAP;
        received = sequence;
        return Verdict.NEXT;
    }
}
