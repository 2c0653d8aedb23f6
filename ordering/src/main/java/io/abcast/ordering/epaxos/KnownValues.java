package io.abcast.ordering.epaxos;

import io.abcast.kernel.Keys;
import java.util.Objects;

/**
 * Keeps the index of known instances equal to the table, and answers which of them interfere with a value.
 *
 * <p>Known are the instances whose {@code initCmd} or {@code cmd} interferes, and those known only as Nop. A Nop counts
 * by its {@code initCmd} until it is dropped. If a voter ignored it, the voter could vote for a fast commit that
 * recovery later denies by rule 8.
 */
final class KnownValues {
    private final EpaxosHost host;
    private KeyIndex index;

    KnownValues(EpaxosHost host) {
        this.host = host;
        index = new KeyIndex(host.members());
    }

    /** Indexes the present values of the instance again. Their payloads are here. */
    void update(EpaxosInstance instance) {
        initKeys(instance);
        boolean nop = instance.cmd != null && instance.cmd.isNop();
        instance.keys = instance.cmd == null || nop ? null : keys(instance);
        if (instance.initCmd != null || instance.cmd != null)
            index.put(instance.id, instance.initKeys, instance.keys);
        host.known(instance);
    }

    /** The keys of {@code initCmd}, computed once for each value. Its payloads are here. */
    Keys initKeys(EpaxosInstance instance) {
        if (!Objects.equals(instance.initCmd, instance.keyed)) {
            instance.initKeys = instance.initCmd == null ? null : host.keys(instance.initCmd);
            instance.keyed = instance.initCmd;
        }
        return instance.initKeys;
    }

    private Keys keys(EpaxosInstance instance) {
        return instance.cmd.equals(instance.initCmd) ? instance.initKeys : host.keys(instance.cmd);
    }

    /** The known instances by their keys. */
    KeyIndex index() {
        return index;
    }

    /** Forgets all instances. The caller indexes those of the table again. */
    void clear() {
        index = new KeyIndex(host.members());
    }

    void remove(EpaxosInstance instance) {
        index.remove(instance.id);
    }

    /**
     * Unites a dependency set with the known instances above its frontier that interfere with a value.
     *
     * @param id the instance that has the value; never part of the answer. {@code null} for a read
     */
    Dependencies interfering(InstanceId id, Keys keys, Dependencies base) {
        return index.interfering(keys, base, id);
    }
}
