/** Tests that compare the documents of abcast with the code. */
package io.abcast.docs;
