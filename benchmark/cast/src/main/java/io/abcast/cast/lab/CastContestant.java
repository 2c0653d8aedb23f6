package io.abcast.cast.lab;

import io.abcast.lab.CannotException;
import java.io.IOException;

/** A compared program: it transfers one file to many hosts. */
interface CastContestant {
    /** @throws CannotException if this machine cannot run the program; the message has the reason */
    void check() throws CannotException;

    /** Opens a session for one run, without starting programs. */
    CastSession open(CastSite site) throws IOException;
}
