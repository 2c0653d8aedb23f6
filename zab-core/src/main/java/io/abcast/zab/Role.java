package io.abcast.zab;

/** The role of a server (EL-Sanosi 2018, figure 2.2). */
public enum Role {
    /** The member looks for a leader. */
    LOOKING,
    /** The member follows a leader, which may still be synchronising the member. */
    FOLLOWING,
    /** The member is the established leader, or tries to become leader. */
    LEADING
}
