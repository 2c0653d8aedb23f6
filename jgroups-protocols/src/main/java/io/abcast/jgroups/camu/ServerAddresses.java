package io.abcast.jgroups.camu;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jgroups.Address;

/**
 * The addresses of the other servers at one time. Immutable, so that all event loops can use it.
 *
 * @param byId address and frame version of each known server
 * @param byAddress id of the server at each known address
 */
record ServerAddresses(Map<Integer, Contact> byId, Map<Address, Integer> byAddress) {
    /** No server is known. */
    static final ServerAddresses NONE = new ServerAddresses(Map.of(), Map.of());

    /**
     * The place of a server.
     *
     * @param wireVersion the highest version of frames that the server speaks
     */
    record Contact(Address address, int wireVersion) {}

    /** Returns the place of a server; {@code null} if it is unknown. */
    Contact contact(int id) {
        return byId.get(id);
    }

    /** Returns the id of the server at an address; 0 if no server is known there. */
    int idAt(Address address) {
        return byAddress.getOrDefault(address, 0);
    }

    /** Describes the addresses of these servers and of all known servers, such as {@code 1=A 2=? 3=C}. */
    String describe(Set<Integer> servers, int self, Address local) {
        Set<Integer> all = new TreeSet<>(servers);
        all.addAll(byId.keySet());
        StringBuilder text = new StringBuilder();
        for (int id : all) {
            Contact contact = byId.get(id);
            Object address = id == self ? local : contact == null ? "?" : contact.address();
            text.append(text.length() == 0 ? "" : " ").append(id).append('=').append(address);
        }
        return text.toString();
    }

    /** Describes the frame versions of the known servers and of this server, such as {@code 1=1 2=1}. */
    String describeVersions(int self, int ownVersion) {
        Map<Integer, Integer> all = new TreeMap<>();
        byId.forEach((id, contact) -> all.put(id, contact.wireVersion()));
        all.put(self, ownVersion);
        StringBuilder text = new StringBuilder();
        all.forEach(
                (id, version) ->
                        text.append(text.length() == 0 ? "" : " ")
                                .append(id)
                                .append('=')
                                .append(version));
        return text.toString();
    }
}
