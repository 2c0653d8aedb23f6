/**
 * The algorithms of Vandevoorde 2018 as deterministic state machines, with one replica for each partition: TO-Multicast
 * (section 2.3.2), Periodic Broadcast (section 2.4), and their hybrid CaMu with live switching (chapter 3, Listings 1
 * to 6). They exist for the evaluation of the thesis only. {@link io.abcast.papers.camu.thesis.Hole} lists the holes of
 * the text that runs can show.
 */
package io.abcast.papers.camu.thesis;
