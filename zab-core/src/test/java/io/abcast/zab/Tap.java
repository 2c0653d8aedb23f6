package io.abcast.zab;

import io.abcast.kernel.Effects;
import io.abcast.kernel.EffectsFilter;
import io.abcast.kernel.Entry;
import io.abcast.kernel.Hold;
import io.abcast.kernel.Message;
import io.abcast.kernel.Node;
import io.abcast.kernel.NodeFilter;
import io.abcast.kernel.Recovered;

/**
 * Intercepts all messages and effects of a node, so that a test can change or observe them. Each incarnation of a
 * member has its own {@code Tap}.
 */
class Tap {
    /** Returns the state with which the node starts, made from the state that the node's storage has recovered. */
    Recovered starting(Recovered recovered) {
        return recovered;
    }

    /** Called for each message that arrives for the node; by default, passes the message on to the node. */
    void receive(int from, Message message, Node node) {
        node.onMessage(from, message);
    }

    /** Called for each message that the node sends; by default, passes the message on to {@code effects}. */
    void send(int to, Message message, Effects effects) {
        effects.send(to, message);
    }

    /** Called when the node has appended an entry. */
    void appended(Entry entry) {}

    /** Called when the node has delivered an entry. */
    void delivered(Entry entry) {}

    /** Called when the node reports a line to its operator. */
    void reported(String line) {}

    final Effects outward(Effects effects) {
        return new EffectsFilter(effects) {
            @Override
            public void send(int to, Message message) {
                Tap.this.send(to, message, effects);
            }

            @Override
            public void send(int to, Message message, Hold hold) {
                Tap.this.send(to, message, holding(effects, hold));
            }

            @Override
            public void append(Entry entry) {
                super.append(entry);
                appended(entry);
            }

            @Override
            public void deliver(Entry entry, boolean mine) {
                super.deliver(entry, mine);
                delivered(entry);
            }

            @Override
            public void report(String line) {
                super.report(line);
                reported(line);
            }
        };
    }

    /** Returns effects that send each message with the hold, the permitted delay, that the node has chosen. */
    private static Effects holding(Effects effects, Hold hold) {
        return new EffectsFilter(effects) {
            @Override
            public void send(int to, Message message) {
                effects.send(to, message, hold);
            }
        };
    }

    final Node inward(Node node) {
        return new NodeFilter(node) {
            @Override
            public void onStart(Recovered recovered) {
                super.onStart(starting(recovered));
            }

            @Override
            public void onMessage(int from, Message message) {
                receive(from, message, node);
            }
        };
    }
}
