/**
 * ShallowForest's plans (Tan 2019, chapters 4 and 5): for each site, which part of its traffic it sends directly to all
 * sites, and which part it sends over each other site as a relay. A plan uses the uplinks of all sites, so that the
 * sites together can send as much as possible.
 *
 * <p>Words of this package: An <em>overlay</em> O_ij is the way of payloads from site i to all other sites over the
 * relay j; in O_ii the site sends directly. r_ij is the rate of an overlay. R_i is the <em>load</em>, the rate of
 * payloads that clients submit at site i. R'_i is the rate at which site i may send them. Rates are
 * <em>sustainable</em> if overlays exist that carry them within all uplinks and downlinks.
 */
package io.abcast.dissemination.forest;
