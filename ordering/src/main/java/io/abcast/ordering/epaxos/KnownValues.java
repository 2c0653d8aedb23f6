package io.abcast.ordering.epaxos;

import io.abcast.kernel.Keys;
import java.util.Objects;

/**
 * Updates the index of known instances when the table changes, and finds the instances that interfere with a value.
 *
 * <p>The index has instances by the keys of their {@code initCmd} and {@code cmd}, and instances that are known only as
 * Nop. A Nop counts by its {@code initCmd} until it is dropped. If a voter ignored the Nop, the voter could vote for a
 * fast commit that recovery later excludes by rule 8.
 */
final class KnownValues {
    private final EpaxosHost host;
    private KeyIndex index;

    KnownValues(EpaxosHost host) {
        this.host = host;
        index = new KeyIndex(host.members());
    }

    /** Indexes the present values of the instance again. This member must hold the payloads of these values. */
    void update(EpaxosInstance instance) {
        initKeys(instance);
        boolean nop = instance.cmd != null && instance.cmd.isNop();
        instance.keys = instance.cmd == null || nop ? null : keys(instance);
        if (instance.initCmd != null || instance.cmd != null)
            index.put(instance.id, instance.initKeys, instance.keys);
        host.known(instance);
    }

    /**
     * Returns the keys of {@code initCmd}, which are computed once for each value. This member must hold the payloads
     * of the value.
     */
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

    /** The index of the known instances by their keys. */
    KeyIndex index() {
        return index;
    }

    /** Forgets all instances. The caller must index the instances of the table again. */
    void clear() {
        index = new KeyIndex(host.members());
    }

    void remove(EpaxosInstance instance) {
        index.remove(instance.id);
    }

    /**
     * Returns the union of a dependency set and all known instances above its frontier that interfere with a value.
     *
     * @param id the instance that has the value; never part of the answer. {@code null} for a read
     */
    Dependencies interfering(InstanceId id, Keys keys, Dependencies base) {
        return index.interfering(keys, base, id);
    }
}
