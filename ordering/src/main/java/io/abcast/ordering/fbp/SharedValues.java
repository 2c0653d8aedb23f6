package io.abcast.ordering.fbp;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.ordering.log.Value;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * Encodes several reports so that each value is written only once, because most reports of a certificate contain the
 * same values. The encoding begins with a list of the values, in the order in which the votes of the reports first name
 * them. In the reports after this list, each vote contains only the number of its value in the list.
 */
final class SharedValues {
    private static final int VALUES_MAX = 1 << 20;

    private SharedValues() {}

    private static final class Numbers implements BiConsumer<Value, WireWriter> {
        final List<byte[]> values = new ArrayList<>();
        private final Map<ByteBuffer, Integer> numbers = new HashMap<>();

        @Override
        public void accept(Value value, WireWriter out) {
            byte[] bytes = encoded(value);
            Integer known = numbers.putIfAbsent(ByteBuffer.wrap(bytes), values.size());
            out.varint(known == null ? values.size() : known);
            if (known == null) values.add(bytes);
        }
    }

    private static final class Numbered implements Function<WireReader, Value> {
        final List<Value> values;
        int used;

        Numbered(List<Value> values) {
            this.values = values;
        }

        @Override
        public Value apply(WireReader in) {
            int number = in.count(used);
            if (number == values.size())
                throw new MalformedFrameException(
                        "value: expected a number below " + number + ", found " + number);
            if (number == used) used++;
            return values.get(number);
        }
    }

    static void write(List<Report> reports, WireWriter out) {
        Numbers numbers = new Numbers();
        WireWriter rest = new WireWriter(1 << 10);
        rest.list(reports, (report, to) -> report.write(to, numbers));
        out.list(numbers.values, (bytes, to) -> to.bytes(bytes));
        out.raw(rest.array(), 0, rest.size());
    }

    private static byte[] encoded(Value value) {
        WireWriter out = new WireWriter(value.bytes());
        value.write(out);
        return out.toByteArray();
    }

    static List<Report> read(WireReader in, int reportsMax) {
        Set<ByteBuffer> distinct = new HashSet<>();
        Numbered values = new Numbered(in.list(VALUES_MAX, from -> value(from.bytes(), distinct)));
        int count = values.values.size();
        if (distinct.size() < count) throw new MalformedFrameException("expected each value once");
        List<Report> reports = in.list(reportsMax, from -> Report.read(from, values));
        if (values.used < count)
            throw new MalformedFrameException(
                    "expected votes for " + count + " values, found " + values.used);
        return reports;
    }

    private static Value value(byte[] bytes, Set<ByteBuffer> distinct) {
        distinct.add(ByteBuffer.wrap(bytes));
        WireReader in = new WireReader(bytes);
        Value value = Value.readDigested(in);
        in.end();
        return value;
    }

    /**
     * Maximum number of bytes of the reports on the wire; a copy of a value with a different proof of its signature
     * counts separately.
     */
    static int bytes(List<Report> reports) {
        Set<ByteBuffer> values = new HashSet<>();
        int bytes = 0;
        for (Report report : reports) {
            bytes += report.bytes();
            for (Report.Vote vote : report.votes())
                if (!values.add(ByteBuffer.wrap(encoded(vote.value()))))
                    bytes -= vote.value().bytes();
        }
        return bytes;
    }
}
