package io.abcast.jgroups.omaha;

import java.io.DataInput;
import java.io.DataOutput;
import org.jgroups.Header;

/** A JGroups header without bytes, whose class states the kind of the message. */
abstract class MarkHeader extends Header {
    @Override
    public final int serializedSize() {
        return 0;
    }

    @Override
    public final void writeTo(DataOutput out) {}

    @Override
    public final void readFrom(DataInput in) {}
}
