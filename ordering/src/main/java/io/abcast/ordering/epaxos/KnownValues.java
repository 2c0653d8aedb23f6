package io.abcast.ordering.epaxos;

import io.abcast.kernel.Keys;
import java.util.Objects;

/**
 * Keeps the {@link KeyIndex} of a member equal to the values in its instance table, and finds the instances that
 * interfere with a value.
 *
 * <p>An instance whose decision is Nop stays in the index under the keys of its proposed value until it is dropped. If
 * a voter ignored an instance decided as Nop, it could cast a fast vote for an instance whose fast commit a recovery
 * excludes by rule 8.
 */
final class KnownValues {
    private final EpaxosHost host;
    private KeyIndex index;

    KnownValues(EpaxosHost host) {
        this.host = host;
        index = new KeyIndex(host.members());
    }

    /** This member must hold the payloads of both values. */
    void update(EpaxosInstance instance) {
        initKeys(instance);
        boolean nop = instance.cmd != null && instance.cmd.isNop();
        instance.keys = instance.cmd == null || nop ? null : keys(instance);
        if (instance.initCmd != null || instance.cmd != null)
            index.put(instance.id, instance.initKeys, instance.keys);
        host.known(instance);
    }

    /** This member must hold the payloads of the value. */
    Keys initKeys(EpaxosInstance instance) {
        if (!Objects.equals(instance.initCmd, instance.keyed)) {
            instance.initKeys =
                    instance.initCmd == null ? null : host.keys(instance.id, instance.initCmd);
            instance.keyed = instance.initCmd;
        }
        return instance.initKeys;
    }

    private Keys keys(EpaxosInstance instance) {
        return instance.cmd.equals(instance.initCmd)
                ? instance.initKeys
                : host.keys(instance.id, instance.cmd);
    }

    KeyIndex index() {
        return index;
    }

    /** After {@code clear}, the caller must call {@link #update} for each instance in the instance table. */
    void clear() {
        index = new KeyIndex(host.members());
    }

    void remove(EpaxosInstance instance) {
        index.remove(instance.id);
    }

    /**
     * @param id the instance whose value has the keys, and which is never added to the result; {@code null} for a read
     */
    Dependencies interfering(InstanceId id, Keys keys, Dependencies base) {
        return index.interfering(keys, base, id);
    }
}
