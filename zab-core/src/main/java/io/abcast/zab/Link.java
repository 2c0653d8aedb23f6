package io.abcast.zab;

import io.abcast.zab.ZabMessage.Frame;

/**
 * One end of a link session between a leader and a follower. Each end numbers the messages that it sends, and accepts
 * only the message with the next number. If the transport loses or reorders messages, the session ends; accepted
 * messages are always in order and without gaps.
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
