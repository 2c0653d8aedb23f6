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
    Recovered starting(Recovered recovered) {
        return recovered;
    }

    void receive(int from, Message message, Node node) {
        node.onMessage(from, message);
    }

    void send(int to, Message message, Effects effects) {
        effects.send(to, message);
    }

    void appended(Entry entry) {}

    void delivered(Entry entry) {}

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
