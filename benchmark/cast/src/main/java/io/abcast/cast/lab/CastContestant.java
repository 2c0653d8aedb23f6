package io.abcast.cast.lab;

import java.io.IOException;

/** A program that transfers one file to many hosts. */
interface CastContestant {
    /** @throws CannotException with the reason, if this machine cannot run it */
    void check() throws CannotException;

    /** Opens a session for one run; starts nothing yet. */
    CastSession open(CastSite site) throws IOException;
}
