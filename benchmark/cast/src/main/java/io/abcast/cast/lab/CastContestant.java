package io.abcast.cast.lab;

import io.abcast.lab.CannotException;
import java.io.IOException;

/** A program that {@code compare-cast} compares, and that transfers one file to many hosts. */
interface CastContestant {
    void check() throws CannotException;

    /** Opens a session of the compared program for one run; this method starts no programs. */
    CastSession open(CastSite site) throws IOException;
}
