package io.abcast.jgroups;

import org.jgroups.annotations.MBean;

/**
 * The atomic broadcast protocol Zab (Junqueira et al., 2011) as a JGroups protocol. In a JGroups stack, {@code ZAB} may
 * stand anywhere above GMS. Applications use {@code ZAB} through {@link AtomicBroadcast}.
 *
 * <pre>{@code <io.abcast.jgroups.ZAB members="1,2,3" server_id="1" data_dir="/var/lib/abcast" durability="fsync"/>}</pre>
 */
@MBean(description = "Zab: atomic broadcast with a leader; members may crash and recover")
public final class ZAB extends ZabProtocol {}
