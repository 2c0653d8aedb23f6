package io.abcast.ordering.camu;

import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;

/**
 * The measurements that the leader of a link's receiver reports to the leader of the sender, so that the sender can
 * weigh the link. The sums count from the beginning of the reporting leader's term.
 *
 * @param multis number of delivered multis that the sender did not route
 * @param ageMicros sum of their ages in microseconds: from their timestamps until all destinations can have them
 * @param leastMicros sum of the ages that they would have if no multi waited for another one, in microseconds
 * @param waitedMicros sum of the times for which multis waited for the sender's watermark only, in microseconds
 * @param commitMicros time that the receiver's log takes for a payload, in microseconds
 */
record LinkReport(
        long multis, long ageMicros, long leastMicros, long waitedMicros, long commitMicros) {
    static final LinkReport NONE = new LinkReport(0, 0, 0, 0, 0);

    static final int BYTES_MAX = 50;

    void write(WireWriter out) {
        out.varint(multis).varint(ageMicros).varint(leastMicros);
        out.varint(waitedMicros).varint(commitMicros);
    }

    static LinkReport read(WireReader in) {
        return new LinkReport(in.varint(), in.varint(), in.varint(), in.varint(), in.varint());
    }
}
