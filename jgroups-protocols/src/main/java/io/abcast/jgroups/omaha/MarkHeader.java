package io.abcast.jgroups.omaha;

import java.io.DataInput;
import java.io.DataOutput;
import org.jgroups.Header;

/**
 * A JGroups header that contains no bytes. The class of a header without bytes states the kind of the message that has
 * the header.
 */
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
