package io.abcast.zab;

/** The role of a server (EL-Sanosi 2018, figure 2.2). */
public enum Role {
    /** Looking for a leader. */
    LOOKING,
    /** Following a leader, or being synchronised by one. */
    FOLLOWING,
    /** Leading, or trying to become the established leader. */
    LEADING
}
