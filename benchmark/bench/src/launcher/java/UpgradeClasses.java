import java.io.IOException;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ClassHierarchyResolverOption;
import java.lang.classfile.ClassFile.StackMapsOption;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarInputStream;
import java.util.jar.JarOutputStream;

/**
 * Copies a jar, and gives the classes that are older than Java 6 the version of Java 8, with stack maps. No JVM's cache takes them without,
 * and to check them at each start takes longer than all the rest of it.
 *
 * <p>{@code java UpgradeClasses.java FROM TO}. JDK 24 or newer.
 */
final class UpgradeClasses {
    private static final int FIRST_WITH_STACK_MAPS = ClassFile.JAVA_6_VERSION;

    private UpgradeClasses() {}

    public static void main(String[] args) throws IOException {
        Path from = Path.of(args[0]);
        try (URLClassLoader beside = new URLClassLoader(new URL[] {from.toUri().toURL()});
                JarInputStream in = new JarInputStream(Files.newInputStream(from));
                JarOutputStream out =
                        new JarOutputStream(Files.newOutputStream(Path.of(args[1])), in.getManifest())) {
            ClassFile classes =
                    ClassFile.of(
                            StackMapsOption.GENERATE_STACK_MAPS,
                            ClassHierarchyResolverOption.of(
                                    ClassHierarchyResolver.ofResourceParsing(beside)
                                            .orElse(ClassHierarchyResolver.defaultResolver())));
            for (JarEntry entry = in.getNextJarEntry(); entry != null; entry = in.getNextJarEntry()) {
                byte[] bytes = in.readAllBytes();
                if (entry.getName().endsWith(".class")) bytes = upgraded(classes, bytes);
                out.putNextEntry(new JarEntry(entry.getName()));
                out.write(bytes);
                out.closeEntry();
            }
        }
    }

    private static byte[] upgraded(ClassFile classes, byte[] bytes) {
        ClassModel model = classes.parse(bytes);
        if (model.majorVersion() >= FIRST_WITH_STACK_MAPS) return bytes;
        // Each method's code is written anew: only then are its stack maps made.
        ClassTransform code = ClassTransform.transformingMethodBodies(CodeTransform.ACCEPT_ALL);
        ClassTransform version =
                (builder, element) -> {
                    if (!(element instanceof ClassFileVersion)) builder.with(element);
                };
        ClassTransform newer =
                ClassTransform.endHandler(
                        builder -> builder.withVersion(ClassFile.JAVA_8_VERSION, 0));
        return classes.transformClass(model, version.andThen(code).andThen(newer));
    }
}
