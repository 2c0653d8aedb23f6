package io.abcast.server;

import io.abcast.client.wire.ReplyCode;

/**
 * The result of one write to the key-value store.
 *
 * @param code outcome of the write: OK, NOT_FOUND, MISMATCH, STALE, MALFORMED or TOO_LARGE
 * @param zxid position of the write in the total order; 0 means the position of the present delivery. Without a total
 *     order, {@code zxid} is the version that the write gave to its key
 * @param version for MISMATCH, the present version of the key; 0 if the key does not exist
 */
record WriteResult(ReplyCode code, long zxid, long version) {
    static final WriteResult OK = new WriteResult(ReplyCode.OK, 0, 0);
    static final WriteResult NOT_FOUND = new WriteResult(ReplyCode.NOT_FOUND, 0, 0);
    static final WriteResult STALE = new WriteResult(ReplyCode.STALE, 0, 0);
    static final WriteResult MALFORMED = new WriteResult(ReplyCode.MALFORMED, 0, 0);
    static final WriteResult TOO_LARGE = new WriteResult(ReplyCode.TOO_LARGE, 0, 0);
}
