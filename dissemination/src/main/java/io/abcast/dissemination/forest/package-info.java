/**
 * ShallowForest's plans (Tan 2019, chapters 4 and 5). A plan sets for each site which part of its traffic the site
 * sends directly to all sites. A plan also sets which part of its traffic a site sends over each other site as a relay.
 * A plan uses the uplinks of all sites, so that the sites together can send as much as possible.
 *
 * <p>The package uses these words: An <em>overlay</em> O_ij is the path of payloads from site i over the relay j to all
 * other sites; in O_ii the site sends directly. r_ij is the rate of the overlay O_ij. R_i is the <em>load</em>, the
 * rate of payloads that clients submit at site i. R'_i is the rate at which site i may send the payloads of its
 * clients. Rates are <em>sustainable</em> if overlays exist that carry the rates within all uplinks and downlinks.
 */
package io.abcast.dissemination.forest;
