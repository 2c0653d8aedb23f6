package io.abcast.ordering.camu;

import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;

/**
 * Measurements that the leader of a link's receiving partition reports to the leader of its sending partition, which
 * decides whether the link stays open. All sums start at 0 at the beginning of the term of the leader that sends the
 * report. The age of a transaction is the time from its timestamp until all its destinations can have logged it.
 *
 * @param multis number of multi-partition transactions that the receiving partition delivered and the sending partition
 *     did not route
 * @param ageMicros sum of the ages of the transactions in {@code multis}; unit: microseconds
 * @param leastMicros sum of the ages that the transactions in {@code multis} would have if no transaction waited for
 *     another one; unit: microseconds
 * @param waitedMicros sum of the times for which transactions waited only for the sending partition's watermark; unit:
 *     microseconds
 * @param commitMicros time that the receiving partition's log takes to commit a payload; unit: microseconds
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
