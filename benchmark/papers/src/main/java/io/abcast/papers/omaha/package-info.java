/** The evaluation of Mahamdi et al. 2023, OMAHA, run again in virtual time: docs/papers/omaha.md. */
package io.abcast.papers.omaha;
