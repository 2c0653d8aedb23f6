package io.abcast.ordering.camu;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;

/** Creates objects that pass all method calls to a handler of the test. */
final class Fake {
    private Fake() {}

    static <T> T of(Class<T> type, InvocationHandler handler) {
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
