package io.abcast.ordering.epaxos;

import io.abcast.kernel.Keys;
import java.util.Objects;

/**
 * Updates the key index of known instances when the instance table changes, and finds the instances that interfere with
 * a value.
 *
 * <p>The key index has instances by the keys of their {@code initCmd} and {@code cmd}, and instances that are known
 * only as Nop. A Nop counts in the key index by its {@code initCmd} (proposed value) until the instance is dropped. If
 * a voter ignored a Nop, the voter could vote for a fast commit that recovery later excludes by rule 8.
 */
final class KnownValues {
    private final EpaxosHost host;
    private KeyIndex index;

    KnownValues(EpaxosHost host) {
        this.host = host;
        index = new KeyIndex(host.members());
    }

    /**
     * Indexes the present values {@code initCmd} and {@code cmd} of the instance again. This member must hold the
     * payloads of the instance's values.
     */
    void update(EpaxosInstance instance) {
        initKeys(instance);
        boolean nop = instance.cmd != null && instance.cmd.isNop();
        instance.keys = instance.cmd == null || nop ? null : keys(instance);
        if (instance.initCmd != null || instance.cmd != null)
            index.put(instance.id, instance.initKeys, instance.keys);
        host.known(instance);
    }

    /**
     * Returns the keys of the instance's {@code initCmd} (proposed value). The keys of {@code initCmd} are computed
     * once for each value. This member must hold the payloads of {@code initCmd}.
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

    /** Returns the index of the instances that this member knows, by their keys. */
    KeyIndex index() {
        return index;
    }

    /** Forgets all instances. The caller must index the instances of the instance table again. */
    void clear() {
        index = new KeyIndex(host.members());
    }

    void remove(EpaxosInstance instance) {
        index.remove(instance.id);
    }

    /**
     * Returns the union of a dependency set and all known instances above its frontier that interfere with a value.
     *
     * @param id the instance that has the value; never part of the result; {@code null} for a read
     */
    Dependencies interfering(InstanceId id, Keys keys, Dependencies base) {
        return index.interfering(keys, base, id);
    }
}
