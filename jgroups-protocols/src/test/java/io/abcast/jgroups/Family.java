package io.abcast.jgroups;

import io.abcast.zab.variants.Variants;
import java.util.List;

/** The protocols of the Zab family, from the registry of their policies. */
final class Family {
    private Family() {}

    /** Their elements, Zab's first. */
    static List<ZabProtocol> all() {
        return Variants.names().stream().map(Family::make).toList();
    }

    /** With the attributes that it has without any attribute. */
    static ZabProtocol make(String name) {
        try {
            return Class.forName("io.abcast.jgroups." + name)
                    .asSubclass(ZabProtocol.class)
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("no element for the protocol " + name, e);
        }
    }
}
