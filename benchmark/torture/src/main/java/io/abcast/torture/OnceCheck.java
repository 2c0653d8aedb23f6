package io.abcast.torture;

import io.abcast.client.Reply;
import io.abcast.client.wire.ReplyCode;
import java.util.OptionalLong;

/**
 * Compares the value that a server returned for a key, which a client wrote only once, with the client's record of this
 * write.
 */
final class OnceCheck {
    private OnceCheck() {}

    /**
     * @param reply answer (OK or NOT_FOUND) to a read of the key that began after the end of the write
     * @return description of the violation; {@code null} if the reply agrees with the ledger
     */
    static String check(OnceLedger ledger, long index, Reply reply, int moreBytesMax) {
        long version = ledger.version(index);
        String key = "key " + ledger.name(index);
        if (reply.code() == ReplyCode.NOT_FOUND)
            return version > 0
                    ? key + ": its write was acknowledged at " + hex(version) + " and is lost"
                    : null;
        OptionalLong number = Payloads.number(reply.value(), moreBytesMax);
        if (number.isEmpty() || number.getAsLong() != ledger.number(index))
            return key + ": holds a value that no client wrote there";
        if (version == OnceLedger.REFUSED)
            return key + ": its write was refused as without effect, but the value is there";
        if (version > 0 && reply.zxid() != version)
            return key
                    + ": written once, acknowledged at "
                    + hex(version)
                    + ", and applied again at "
                    + hex(reply.zxid());
        return null;
    }

    private static String hex(long version) {
        return Long.toHexString(version >>> 32) + ":" + Long.toHexString(version & 0xFFFF_FFFFL);
    }
}
