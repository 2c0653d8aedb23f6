/**
 * The variants of {@code ZAB} of EL-Sanosi 2018, chapters 3 and 4, which are faster than {@code ZAB}. Each variant
 * implements {@link io.abcast.zab.BroadcastPolicy}. Additions to the thesis are a coin that adapts to measured waits,
 * and the protocol {@code ZAB_AUTO}. {@link io.abcast.zab.variants.Variants} lists all protocols.
 */
package io.abcast.zab.variants;
