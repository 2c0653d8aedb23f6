package io.abcast.cast.lab;

import java.io.IOException;

/** A program that brings one file to many hosts. */
interface CastContestant {
    /** @throws CannotException if this machine cannot run it: the reason */
    void check() throws CannotException;

    /** For one run; starts nothing yet. */
    CastSession open(CastSite site) throws IOException;
}
