/**
 * The probability of the coin that ZabCT's followers toss (EL-Sanosi 2018, section 4.3, appendices B and C).
 *
 * <p>Symbols: N servers, one of them the leader; n of the N - 1 followers are up; the leader delivers with a = f = (N -
 * 1)/2 follower acks and its own log; lambda abcasts per second; d and D in seconds. {@code docs/protocols/coin.md}
 * lists the departures from the thesis.
 */
package io.abcast.zab.coin;
