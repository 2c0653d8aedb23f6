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

/**
 * The values of several reports on the wire, each once: most reports of a certificate have the same ones. The values stand first, in the
 * order in which the votes name them; a vote has the number of its value.
 */
final class SharedValues {
    private static final int VALUES_MAX = 1 << 20;

    private SharedValues() {}

    static void write(List<Report> reports, WireWriter out) {
        Map<ByteBuffer, Integer> numbers = new HashMap<>();
        List<byte[]> values = new ArrayList<>();
        WireWriter rest = new WireWriter(1 << 10);
        rest.list(
                reports,
                (report, to) ->
                        report.write(
                                to,
                                (value, at) -> {
                                    byte[] bytes = encoded(value);
                                    Integer number =
                                            numbers.putIfAbsent(
                                                    ByteBuffer.wrap(bytes), values.size());
                                    if (number == null) values.add(bytes);
                                    at.varint(number == null ? values.size() - 1 : number);
                                }));
        out.list(values, (bytes, to) -> to.bytes(bytes));
        out.raw(rest.array(), 0, rest.size());
    }

    private static byte[] encoded(Value value) {
        WireWriter out = new WireWriter(value.bytes());
        value.write(out);
        return out.toByteArray();
    }

    /**
     * @param reportsMax how many reports there are at most
     * @throws MalformedFrameException if it is not what {@link #write} wrote
     */
    static List<Report> read(WireReader in, int reportsMax) {
        Set<ByteBuffer> distinct = new HashSet<>();
        List<Value> values = in.list(VALUES_MAX, from -> value(from.bytes(), distinct));
        if (distinct.size() < values.size())
            throw new MalformedFrameException("expected each value once");
        int[] named = {0};
        List<Report> reports =
                in.list(
                        reportsMax,
                        from ->
                                Report.read(
                                        from,
                                        at -> {
                                            int number = at.count(named[0]);
                                            if (number == values.size())
                                                throw new MalformedFrameException(
                                                        "expected one of "
                                                                + number
                                                                + " values, found number "
                                                                + number);
                                            if (number == named[0]) named[0]++;
                                            return values.get(number);
                                        }));
        if (named[0] < values.size())
            throw new MalformedFrameException(
                    "expected votes for " + values.size() + " values, found " + named[0]);
        return reports;
    }

    private static Value value(byte[] bytes, Set<ByteBuffer> distinct) {
        distinct.add(ByteBuffer.wrap(bytes));
        WireReader in = new WireReader(bytes);
        Value value = Value.readDigested(in);
        in.end();
        return value;
    }

    /** On the wire, at most. A liar's copy of a value may have another proof, and is a value of its own here. */
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
