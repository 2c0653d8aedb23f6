package io.abcast.zab;

import io.abcast.zab.ZabMessage.Frame;

/**
 * One end of a session between a leader and a follower. The link numbers the messages that it sends, and accepts only
 * the message whose number follows that of the last received message. So a transport that loses, repeats or reorders
 * messages can end a session, but cannot change the sequence of accepted messages.
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
