package io.abcast.jgroups;

import org.jgroups.stack.Protocol;

/**
 * A JGroups protocol that rejects an invalid attribute with a message of one sentence. The message contains the
 * attribute's name, expected value and actual value.
 */
abstract class CheckedProtocol extends Protocol {
    final void atLeast(String attribute, long value, long min) {
        if (value < min) throw wrong(attribute, "at least " + min, value);
    }

    final IllegalArgumentException wrong(String attribute, String expected, Object got) {
        return new IllegalArgumentException(
                "%s.%s: expected %s, got %s".formatted(getName(), attribute, expected, got));
    }
}
