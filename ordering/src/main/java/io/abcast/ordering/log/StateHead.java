package io.abcast.ordering.log;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.nio.charset.StandardCharsets;

/**
 * The head of a member's persisted state.
 *
 * @param magic distinguishes the state from those of other formats.
 * @param version version of the format.
 * @param owner the protocol to which the state belongs, with those of its settings that must never change.
 */
public record StateHead(int magic, int version, String owner) {
    /** Pattern of an owner's name that may be shown to an operator. */
    private static final String NAME = "[ -~]{1,200}";

    public WireWriter write(WireWriter to) {
        return to.u8(magic).u8(version).bytes(owner.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Reads the head of a state.
     *
     * @return the reason why the state does not belong to this owner; empty if it does
     * @throws MalformedFrameException if the state has another format or version, and names no owner
     */
    public String refusal(WireReader in) {
        boolean ours = in.u8() == magic;
        int found = in.u8();
        if (ours && found != version)
            throw new MalformedFrameException("version: expected " + version + ", got " + found);
        String name = new String(in.bytes(), StandardCharsets.UTF_8);
        if (ours && name.equals(owner)) return "";
        // In all formats of this module, the owner is at this place of the head.
        if (!ours && !name.matches(NAME)) throw new MalformedFrameException("magic");
        return "the data directory belongs to " + name + ", expected " + owner;
    }
}
