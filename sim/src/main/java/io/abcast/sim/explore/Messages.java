package io.abcast.sim.explore;

import io.abcast.kernel.Message;
import io.abcast.kernel.MessageCodec;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Assigns numbers to all messages that members have sent in any schedule. Two equal frames on the same link between two
 * members count as one message.
 */
final class Messages {
    record Sent(int from, int to, Message message, long slot) {}

    private record Key(int from, int to, byte[] frame, int hash) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Key key
                    && key.from == from
                    && key.to == to
                    && Arrays.equals(key.frame, frame);
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }

    private final ExploredProtocol protocol;
    private final MessageCodec<?> codec;
    private final WireWriter writer = new WireWriter(256);
    private final Map<Key, Integer> numbers = new HashMap<>();
    private final List<Sent> all = new ArrayList<>();

    Messages(ExploredProtocol protocol) {
        this.protocol = protocol;
        codec = protocol.codec();
    }

    int number(int from, int to, Message message) {
        byte[] frame = encode(codec, message);
        Key key = new Key(from, to, frame, 31 * Arrays.hashCode(frame) + 64 * from + to);
        Integer known = numbers.get(key);
        if (known != null) return known;
        int number = all.size();
        numbers.put(key, number);
        Message arrived = codec.decode(new WireReader(frame));
        all.add(new Sent(from, to, arrived, protocol.slot(arrived)));
        return number;
    }

    @SuppressWarnings("unchecked")
    private <M extends Message> byte[] encode(MessageCodec<M> family, Message message) {
        writer.clear();
        family.encode((M) message, writer);
        return writer.toByteArray();
    }

    Sent get(int number) {
        return all.get(number);
    }

    int size() {
        return all.size();
    }
}
