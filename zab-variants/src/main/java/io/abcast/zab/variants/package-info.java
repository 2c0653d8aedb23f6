/**
 * The variants of {@code ZAB} of EL-Sanosi 2018, chapters 3 and 4, which are faster than {@code ZAB}. Each variant is a
 * policy of the common package {@code io.abcast.zab}. abcast adds to the thesis a coin that adapts to measurements, and
 * the protocol {@code ZAB_AUTO}. {@link io.abcast.zab.variants.Variants} lists all protocols.
 */
package io.abcast.zab.variants;
