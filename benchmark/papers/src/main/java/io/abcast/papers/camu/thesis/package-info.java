/**
 * The algorithms of Vandevoorde 2018 as deterministic state machines, with one replica for each partition. The
 * algorithms of Vandevoorde 2018 are TO-Multicast (section 2.3.2), Periodic Broadcast (section 2.4), and their hybrid
 * CaMu, which can switch links (chapter 3, Listings 1 to 6). These state machines exist only for the evaluation of
 * Vandevoorde 2018. {@link io.abcast.papers.camu.thesis.Hole} lists the holes (errors and gaps) of Vandevoorde 2018
 * that runs can show.
 */
package io.abcast.papers.camu.thesis;
