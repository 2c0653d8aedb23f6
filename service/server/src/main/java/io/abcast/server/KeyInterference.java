package io.abcast.server;

import io.abcast.client.wire.Command;
import io.abcast.kernel.Interference;
import io.abcast.kernel.Keys;
import io.abcast.kernel.MalformedFrameException;
import java.nio.charset.StandardCharsets;

/**
 * Returns the keys that each command of the {@link KeyValueStore} uses, for protocols that order only interfering
 * commands. A command of a client session also writes the group of its session, because the store forgets old sessions
 * group by group ({@link Sessions}). A new operation with several keys must be added to {@link #keys}, and must
 * increase {@link #version}.
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

    /** Returns the name of a key in {@link Keys}, which a linearizable read of the key must pass to the protocol. */
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
