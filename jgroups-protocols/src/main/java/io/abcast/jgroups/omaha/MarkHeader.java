package io.abcast.jgroups.omaha;

import java.io.DataInput;
import java.io.DataOutput;
import org.jgroups.Header;

/** A header that says by being there what a JGroups message is, and has no bytes of its own. */
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
