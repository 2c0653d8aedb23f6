/**
 * Computes the probability of Head of the coin that ZabCT's followers toss (EL-Sanosi 2018, section 4.3, appendices B
 * and C).
 *
 * <p>Of the N servers, one is the leader, and n of the N - 1 followers are up and toss coins. The leader delivers an
 * entry when its own log holds the entry and a = f = (N - 1)/2 followers have acked it. Lambda is the number of abcasts
 * per second. The delay d of a commit and the timer D are in seconds. {@code docs/protocols/coin.md} lists the
 * departures from the thesis.
 */
package io.abcast.zab.coin;
