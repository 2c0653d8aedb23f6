package io.abcast.server;

import io.abcast.client.wire.Command;
import io.abcast.kernel.Interference;
import io.abcast.kernel.Keys;
import io.abcast.kernel.MalformedFrameException;
import java.nio.charset.StandardCharsets;

/**
 * Returns the keys that each command of the {@link KeyValueStore} uses, for protocols that order only interfering
 * commands. A PUT, a DELETE and a CAS each write one key. A command of a client session also writes the group of its
 * session, because the store forgets old sessions group by group ({@link Sessions}). No command uses several keys or
 * all keys, because a store without a total order refuses PUTS. For a new operation with several keys, {@link #keys}
 * must return its keys or {@link Keys#ALL}, and developers must increase {@link #version}.
 */
final class KeyInterference implements Interference {
    static final KeyInterference OF_STORE = new KeyInterference();

    private static final String KEY = "k";
    private static final String SESSIONS = "s";

    private KeyInterference() {}

    @Override
    public String name() {
        return "key-value";
    }

    @Override
    public int version() {
        return 1;
    }

    /** @throws IllegalArgumentException if the payload is not a command of the store */
    @Override
    public Keys keys(byte[] payload) {
        Command command;
        try {
            command = Command.parse(payload);
        } catch (MalformedFrameException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
        String key = name(payload, command.keyOffset(), command.keyBytes());
        return command.session() == 0
                ? Keys.writing(key)
                : Keys.writing(key, SESSIONS + Sessions.group(command.session()));
    }

    /**
     * Returns the text that stands for a key of the store in {@link Keys}. A linearizable read of the key must pass
     * this text to the protocol.
     */
    static String name(byte[] key) {
        return name(key, 0, key.length);
    }

    private static String name(byte[] bytes, int offset, int length) {
        return KEY + new String(bytes, offset, length, StandardCharsets.ISO_8859_1);
    }

    @Override
    public String toString() {
        return name() + ":" + version();
    }
}
