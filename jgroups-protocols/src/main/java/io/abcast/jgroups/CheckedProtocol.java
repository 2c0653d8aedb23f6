package io.abcast.jgroups;

import org.jgroups.stack.Protocol;

/** Says in one sentence what an attribute was expected to be. Public attributes of subclasses are found by JGroups as ever. */
abstract class CheckedProtocol extends Protocol {
    final void atLeast(String attribute, long value, long min) {
        if (value < min) throw wrong(attribute, "at least " + min, value);
    }

    final IllegalArgumentException wrong(String attribute, String expected, Object got) {
        return new IllegalArgumentException(
                "%s.%s: expected %s, got %s".formatted(getName(), attribute, expected, got));
    }
}
