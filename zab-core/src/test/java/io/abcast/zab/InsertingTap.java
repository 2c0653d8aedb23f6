package io.abcast.zab;

import io.abcast.kernel.Effects;
import io.abcast.kernel.Message;
import io.abcast.zab.ZabMessage.Frame;
import java.util.HashMap;
import java.util.Map;

/**
 * Inserts messages into the link sessions of a node, and renumbers the frames so that the receiving node accepts the
 * inserted messages.
 */
abstract class InsertingTap extends Tap {
    private final Map<Long, Long> inserted = new HashMap<>();

    abstract LinkMessage after(LinkMessage body);

    @Override
    final void send(int to, Message message, Effects effects) {
        if (!(message instanceof Frame f)) {
            effects.send(to, message);
            return;
        }
        long sequence = f.sequence() + inserted.getOrDefault(f.session(), 0L);
        effects.send(to, new Frame(f.session(), sequence, f.body()));
        LinkMessage more = after(f.body());
        if (more == null) return;
        inserted.merge(f.session(), 1L, Long::sum);
        effects.send(to, new Frame(f.session(), sequence + 1, more));
    }
}
