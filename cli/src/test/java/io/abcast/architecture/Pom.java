package io.abcast.architecture;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** Artifact, dependencies and managed versions of a module's {@code pom.xml}, without its profiles. */
record Pom(String artifact, List<Needed> dependencies, List<Needed> managed) {
    record Needed(String group, String artifact, String scope, boolean optional) {
        boolean compile() {
            return scope.equals("compile") || scope.equals("provided");
        }

        boolean passedOn() {
            return !optional && (scope.equals("compile") || scope.equals("runtime"));
        }
    }

    static Pom read(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            Element project = factory.newDocumentBuilder().parse(in).getDocumentElement();
            List<Needed> managed = new ArrayList<>();
            for (Element all : children(project, "dependencyManagement"))
                managed.addAll(dependenciesIn(all));
            return new Pom(
                    text(project, "artifactId", ""), dependenciesIn(project), List.copyOf(managed));
        } catch (ParserConfigurationException | SAXException e) {
            throw new IOException(file + ": " + e.getMessage(), e);
        }
    }

    private static List<Needed> dependenciesIn(Element parent) {
        List<Needed> dependencies = new ArrayList<>();
        for (Element all : children(parent, "dependencies"))
            for (Element one : children(all, "dependency"))
                dependencies.add(
                        new Needed(
                                text(one, "groupId", ""),
                                text(one, "artifactId", ""),
                                text(one, "scope", "compile"),
                                text(one, "optional", "false").equals("true")));
        return List.copyOf(dependencies);
    }

    private static List<Element> children(Element parent, String name) {
        List<Element> found = new ArrayList<>();
        NodeList all = parent.getChildNodes();
        for (int i = 0; i < all.getLength(); i++) {
            Node child = all.item(i);
            if (child instanceof Element element && element.getTagName().equals(name))
                found.add(element);
        }
        return found;
    }

    private static String text(Element parent, String name, String otherwise) {
        List<Element> found = children(parent, name);
        return found.isEmpty() ? otherwise : found.get(0).getTextContent().strip();
    }
}
