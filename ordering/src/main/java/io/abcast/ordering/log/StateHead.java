package io.abcast.ordering.log;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.nio.charset.StandardCharsets;

/**
 * The first fields of the state that a member has persisted.
 *
 * @param magic number that distinguishes a state of this format from states of other formats
 * @param version version of the format of the persisted state.
 * @param owner name of the protocol that has written the state, with the settings of the protocol that must never
 *     change
 */
public record StateHead(int magic, int version, String owner) {
    private static final String NAME = "[ -~]{1,200}";

    public WireWriter write(WireWriter to) {
        return to.u8(magic).u8(version).bytes(owner.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Compares the first fields of a persisted state with this head.
     *
     * @return the reason why the state belongs to another protocol; empty if the state belongs to this protocol
     * @throws MalformedFrameException if the persisted state has another format or version, and names no owner
     */
    public String refusal(WireReader in) {
        boolean ours = in.u8() == magic;
        int found = in.u8();
        if (ours && found != version)
            throw new MalformedFrameException("version: expected " + version + ", got " + found);
        String name = new String(in.bytes(), StandardCharsets.UTF_8);
        if (ours && name.equals(owner)) return "";
        // In all formats of persisted states of this module, the owner is at the same position of
        // the head.
        if (!ours && !name.matches(NAME)) throw new MalformedFrameException("magic");
        return "the data directory belongs to " + name + ", expected " + owner;
    }
}
