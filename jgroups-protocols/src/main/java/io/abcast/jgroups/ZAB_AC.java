package io.abcast.jgroups;

import org.jgroups.annotations.MBean;

/**
 * The protocol ZabAc of EL-Sanosi 2018, section 3.6.1, for exactly three members. {@code ZAB_AC} differs from {@link
 * ZAB} in one rule: a follower delivers an entry once its own log has the entry. With three members, one request takes
 * 4 messages instead of 6. After a crash of a leader, the ensemble needs both followers, see docs/protocols/zab-ac.md.
 */
@MBean(
        description =
                "ZabAc: Zab for three members; a follower delivers an entry once it has logged the entry")
public final class ZAB_AC extends ZabProtocol {}
