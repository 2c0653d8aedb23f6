package io.abcast.zab;

import io.abcast.zab.ZabMessage.Frame;

/**
 * One end of a session between a leader and a follower. It numbers the messages that it sends, and accepts only the
 * message with the number after that of the last received one. So a transport that loses, repeats or reorders messages
 * after a reconnect can end a session, but cannot change the received sequence.
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
