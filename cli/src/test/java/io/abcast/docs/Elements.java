package io.abcast.docs;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.abcast.jgroups.ZAB;
import java.util.ArrayList;
import java.util.List;
import org.jgroups.stack.Protocol;

/** The JGroups protocol classes of abcast that stack files can name, and their superclasses in abcast. */
final class Elements {
    private Elements() {}

    static List<Class<?>> all() {
        List<Class<?>> found = new ArrayList<>();
        new ClassFileImporter()
                .importPackages(ZAB.class.getPackageName()).stream()
                        .filter(type -> type.isAssignableTo(Protocol.class))
                        .forEach(type -> found.add(type.reflect()));
        return found;
    }
}
