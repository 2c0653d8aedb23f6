/**
 * ShallowForest's plans (Tan 2019, chapters 4 and 5). A plan sets, for each site, the part of its traffic that it sends
 * directly to all sites, and the parts that it sends over each other site as a relay. Plans use the uplinks of all
 * sites, so that the sites together can send as much as possible.
 *
 * <p>An <em>overlay</em> O_ij is the path of payloads from site i over the relay j to all other sites; in O_ii the site
 * sends directly. r_ij is the rate of the overlay O_ij. R_i is the <em>load</em>, the rate of payloads that clients
 * submit at site i. R'_i is the rate at which site i may send the payloads of its clients. Rates are
 * <em>sustainable</em> if overlays exist that carry the rates within all uplinks and downlinks.
 */
package io.abcast.dissemination.forest;
