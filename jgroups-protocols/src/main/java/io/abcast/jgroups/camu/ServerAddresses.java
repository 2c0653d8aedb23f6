package io.abcast.jgroups.camu;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jgroups.Address;

/**
 * The addresses of the other servers at one moment. A {@code ServerAddresses} record is immutable, so that all event
 * loops can share one record.
 *
 * @param byId address and highest frame version of each known server, by server id
 * @param byAddress server id of the server at each known address
 */
record ServerAddresses(Map<Integer, Contact> byId, Map<Address, Integer> byAddress) {
    /** An address table that contains no server. */
    static final ServerAddresses NONE = new ServerAddresses(Map.of(), Map.of());

    /**
     * The address of one known server, and the highest version of frames that the server supports.
     *
     * @param wireVersion the highest version of frames that the server supports
     */
    record Contact(Address address, int wireVersion) {}

    /** Returns the address and the highest frame version of a server; {@code null} if the server is unknown. */
    Contact contact(int id) {
        return byId.get(id);
    }

    /** Returns the server id of the server at an address; 0 if no known server has the address. */
    int idAt(Address address) {
        return byAddress.getOrDefault(address, 0);
    }

    /** Returns the addresses of the given servers and of all known servers as text, such as {@code 1=A 2=? 3=C}. */
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

    /** Returns the highest frame versions of the known servers and of this server as text, such as {@code 1=1 2=1}. */
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
