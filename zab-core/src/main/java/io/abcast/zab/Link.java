package io.abcast.zab;

import io.abcast.zab.ZabMessage.Frame;

/**
 * One end of a link session between a leader and a follower. Each end of a link numbers the messages that it sends. An
 * end accepts only the message whose number follows the number of the last message that the end has received. So a
 * transport that loses, repeats or reorders messages can end a link session, but cannot change the sequence of messages
 * that an end accepts.
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
