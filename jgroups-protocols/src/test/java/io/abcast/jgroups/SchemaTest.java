package io.abcast.jgroups;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.io.StringReader;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.XMLConstants;
import javax.xml.transform.Source;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import javax.xml.validation.Validator;
import org.jgroups.annotations.MBean;
import org.jgroups.annotations.Property;
import org.jgroups.stack.Protocol;
import org.jgroups.util.Util;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.bootstrap.DOMImplementationRegistry;
import org.w3c.dom.ls.DOMImplementationLS;
import org.w3c.dom.ls.LSInput;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import org.xml.sax.helpers.DefaultHandler;

/** Tests that the XML schema of stack files matches the code. */
final class SchemaTest {
    private static final Path FILE = Path.of("src/main/resources/schema/abcast.xsd");
    private static final String JGROUPS_SCHEMA = "http://www.jgroups.org/schema/jgroups-5.5.xsd";

    @Test
    void theSchemaHasExactlyTheAttributesOfTheCode() throws Exception {
        String generated = generate();
        if (Boolean.getBoolean("schema.write")) Files.writeString(FILE, generated);
        assertEquals(
                generated,
                Files.readString(FILE),
                FILE
                        + " is not what the @Property annotations say; rewrite it by running this test with -Dschema.write=true");
    }

    @ParameterizedTest
    @MethodSource("io.abcast.jgroups.Family#stacks")
    void theShippedStacksAreValid(String file) throws Exception {
        List<String> errors = new ArrayList<>();
        Validator validator = schema().newValidator();
        validator.setErrorHandler(
                new DefaultHandler() {
                    @Override
                    public void error(SAXParseException e) {
                        // The schema of JGroups lacks the attributes of AUTH's tokens.
                        if (!e.getMessage().contains("'auth_token.")) errors.add(e.getMessage());
                    }
                });
        validator.validate(new StreamSource(Path.of("..", "config", file).toFile()));
        assertEquals(List.of(), errors);
    }

    @Test
    void jgroupsProtocolsMayBeBelowAndAboveAbcastProtocols() throws Exception {
        validate(
                "<TCP/><UNICAST3/><pbcast.GMS/><io.abcast.jgroups.ZAB members='1,2,3' server_id='1'/><FRAG4/>");
    }

    @Test
    void omahaMayBeBelowAbcastProtocols() throws Exception {
        validate(
                "<TCP/><pbcast.GMS/><io.abcast.jgroups.OMAHA hold_max='500'/><io.abcast.jgroups.ZAB members='1,2,3'/>");
        assertThrows(
                SAXException.class, () -> validate("<TCP/><io.abcast.jgroups.OMAHA hold='500'/>"));
    }

    @Test
    void forestMayBeBelowProtocolsOfJGroups() throws Exception {
        validate(
                "<TCP/><MERGE3/><io.abcast.jgroups.FOREST uplink='40mbit'/><pbcast.NAKACK2/><pbcast.GMS/>");
        schema().newValidator()
                .validate(new StreamSource(Path.of("..", "config", "forest-tcp.xml").toFile()));
        schema().newValidator()
                .validate(
                        new StreamSource(
                                Path.of("..", "config", "epaxos-forest-tcp.xml").toFile()));
        assertThrows(
                SAXException.class, () -> validate("<TCP/><io.abcast.jgroups.FOREST up='1'/>"));
    }

    @Test
    void whatIsNotAProtocolIsInvalid() {
        assertThrows(
                SAXException.class,
                () -> validate("<TCP/><io.abcast.jgroups.ZAP members='1,2,3'/>"));
        assertThrows(
                SAXException.class,
                () -> validate("<TCP/><io.abcast.jgroups.ZAB member='1,2,3'/>"));
    }

    @Test
    void theProtocolsOfAFixedEnsembleAreInTheSchema() throws Exception {
        validate("<TCP/><io.abcast.jgroups.PAXOS members='1,2,3' server_id='1' window='64'/>");
        validate(
                "<TCP/><io.abcast.jgroups.FAST_PAXOS members='1,2,3' server_id='1' fast_quorum='3'/>");
        validate("<TCP/><io.abcast.jgroups.FBP members='1,2,3,4,5,6,7' server_id='1' faulty='1'/>");
        validate(
                "<TCP/><io.abcast.jgroups.EPAXOS members='1,2,3' server_id='1' retained_max='99'/>");
        assertThrows(
                SAXException.class,
                () -> validate("<TCP/><io.abcast.jgroups.PAXOS members='1,2,3' faulty='1'/>"));
        assertThrows(
                SAXException.class,
                () -> validate("<TCP/><io.abcast.jgroups.EPAXOS open_bytes_max='1'/>"));
    }

    @Test
    void theAttributesOfALogAreInTheSchemaOfCamu() throws Exception {
        validate(
                "<TCP/><io.abcast.jgroups.CAMU partitions='A=1;B=1' server_id='1' log='PAXOS' log.window='99'"
                        + " log.election_timeout='2s'/>");
        assertThrows(
                SAXException.class,
                () -> validate("<TCP/><io.abcast.jgroups.CAMU log.data_dir='x'/>"));
    }

    @Test
    void everyDescriptionOfCamuHasTheDefaultOfTheCode() throws Exception {
        everyDescriptionHasTheDefaultOfTheCode((Protocol) new CAMU());
    }

    @ParameterizedTest
    @MethodSource({"io.abcast.jgroups.Family#all", "io.abcast.jgroups.Family#fixed"})
    void everyDescriptionHasTheDefaultOfTheCode(AbcastProtocol zab) throws Exception {
        everyDescriptionHasTheDefaultOfTheCode((Protocol) zab);
    }

    private static void everyDescriptionHasTheDefaultOfTheCode(Protocol zab) throws Exception {
        for (Class<?> type = zab.getClass(); type != Protocol.class; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                Property property = field.getAnnotation(Property.class);
                if (property == null) continue;
                // The frames of protocols with a fixed ensemble have only one version so far.
                if (zab instanceof FixedEnsembleProtocol && field.getName().equals("wire_version"))
                    continue;
                String[] parts = property.description().split("Default: ");
                if (parts.length == 1) {
                    assertTrue(
                            property.description().contains("Required"),
                            field + ": " + property.description());
                } else {
                    field.setAccessible(true);
                    Object actual = field.get(zab);
                    String expected = value(parts[1], zab.getName());
                    if (actual instanceof Double number)
                        assertEquals(Double.parseDouble(expected), number, field::toString);
                    else assertEquals(expected, actual.toString(), field::toString);
                }
            }
        }
    }

    private static String value(String text, String protocol) {
        Matcher ofProtocol = Pattern.compile("\\(" + protocol + ": (.*)\\)").matcher(text);
        if (ofProtocol.find()) return ofProtocol.group(1);
        if (text.matches("[0-9]+s")) return text.substring(0, text.length() - 1) + "000";
        return text.replaceAll(" \\(.*\\)", "");
    }

    private static void validate(String protocols) throws Exception {
        String xml = "<config xmlns='urn:org:jgroups'>" + protocols + "</config>";
        schema().newValidator().validate(new StreamSource(new StringReader(xml)));
    }

    private static Schema schema() throws Exception {
        SchemaFactory factory = SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI);
        DOMImplementationLS dom =
                (DOMImplementationLS)
                        DOMImplementationRegistry.newInstance().getDOMImplementation("LS");
        factory.setResourceResolver(
                (type, namespace, publicId, systemId, baseUri) -> {
                    InputStream local =
                            SchemaTest.class.getResourceAsStream(
                                    systemId.substring(systemId.lastIndexOf('/')));
                    LSInput input = dom.createLSInput();
                    input.setSystemId(systemId);
                    input.setByteStream(local);
                    return local == null ? null : input;
                });
        Source ours = new StreamSource(FILE.toFile());
        return factory.newSchema(ours);
    }

    private static Map<String, String> attributes(Class<?> of, Class<?> without) {
        Map<String, String> attributes = new TreeMap<>();
        for (Class<?> type = of; type != Object.class; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                Property property = field.getAnnotation(Property.class);
                if (property == null) continue;
                String name = property.name().isEmpty() ? field.getName() : property.name();
                attributes.putIfAbsent(name, property.description());
            }
        }
        for (Method method : of.getMethods()) {
            Property property = method.getAnnotation(Property.class);
            // JGroups describes a setter and its getter differently, and reflection has no defined
            // order, so only the setter is read.
            if (property == null || method.getParameterCount() != 1) continue;
            String name =
                    property.name().isEmpty()
                            ? Util.methodNameToAttributeName(method.getName())
                            : property.name();
            attributes.putIfAbsent(name, property.description());
        }
        if (without != null) attributes.keySet().removeAll(attributes(without, null).keySet());
        return attributes;
    }

    private static String group(Class<?> type, Class<?> without) {
        return "  <xs:attributeGroup name=\"%s\">\n%s  </xs:attributeGroup>\n"
                .formatted(type.getSimpleName(), lines("    ", attributes(type, without)));
    }

    private static String element(Class<?> type) {
        Class<?> base = type.getSuperclass();
        String indent = " ".repeat(14);
        StringBuilder element = new StringBuilder();
        element.append("<xs:element name=\"%s\">\n".formatted(type.getName()));
        element.append(
                "  <xs:annotation>\n    <xs:documentation>%s</xs:documentation>\n"
                        .formatted(escaped(type.getAnnotation(MBean.class).description())));
        element.append("  </xs:annotation>\n  <xs:complexType>\n");
        element.append(lines("    ", attributes(type, base)));
        for (Class<?> group = base;
                group != ZabMembership.class && group != AbcastProtocol.class;
                group = group.getSuperclass())
            element.append(
                    "    <xs:attributeGroup ref=\"jgroups:%s\"/>\n"
                            .formatted(group.getSimpleName()));
        element.append("  </xs:complexType>\n</xs:element>\n");
        return element.toString().indent(indent.length());
    }

    private static String alone(Class<?> type) {
        return alone(type, attributes(type, null));
    }

    private static String camu() {
        Map<String, String> all = attributes(CAMU.class, null);
        for (String name : LogElements.names()) {
            Map<String, String> own =
                    attributes(LogElements.make("CAMU", name).getClass(), Protocol.class);
            own.keySet().removeAll(LogElements.SET_BY_HOST);
            own.forEach((attribute, text) -> all.putIfAbsent("log." + attribute, text));
        }
        return alone(CAMU.class, all);
    }

    private static String alone(Class<?> type, Map<String, String> attributes) {
        return """
                <xs:element name="%s">
                  <xs:annotation>
                    <xs:documentation>%s</xs:documentation>
                  </xs:annotation>
                  <xs:complexType>
                %s  </xs:complexType>
                </xs:element>
                """
                .formatted(
                        type.getName(),
                        escaped(type.getAnnotation(MBean.class).description()),
                        lines("    ", attributes))
                .indent(14);
    }

    private static String lines(String indent, Map<String, String> attributes) {
        StringBuilder lines = new StringBuilder();
        attributes.forEach(
                (name, description) ->
                        lines.append(
                                """
                                <xs:attribute name="%s" type="xs:string">
                                  <xs:annotation>
                                    <xs:documentation>%s</xs:documentation>
                                  </xs:annotation>
                                </xs:attribute>
                                """
                                        .formatted(name, escaped(description))));
        return lines.isEmpty() ? "" : lines.toString().indent(indent.length());
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;");
    }

    private static String generate() {
        StringBuilder elements = new StringBuilder();
        for (ZabProtocol protocol : Family.all()) elements.append(element(protocol.getClass()));
        for (FixedEnsembleProtocol protocol : Family.fixed())
            elements.append(element(protocol.getClass()));
        return """
                <?xml version="1.0" encoding="UTF-8"?>
                <!--
                    JGroups' schema and the protocols of abcast, so that editors complete and check both. In a stack's file:

                        <config xmlns="urn:org:jgroups"
                                xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
                                xsi:schemaLocation="urn:org:jgroups path/to/abcast.xsd">

                    with the path to a copy of this file, which is in abcast-jgroups.jar as schema/abcast.xsd. Without a network,
                    put jgroups-5.5.xsd from jgroups.jar beside it and change the schemaLocation below. JGroups itself reads no
                    schema. After the first element of ours, what stands above it in the stack, any element is accepted.

                    Written by SchemaTest from the annotations of the code; do not edit.
                -->
                <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"
                           xmlns:jgroups="urn:org:jgroups"
                           targetNamespace="urn:org:jgroups"
                           elementFormDefault="qualified"
                           attributeFormDefault="unqualified">
                  <xs:redefine schemaLocation="%s">
                    <xs:complexType name="ConfigType">
                      <xs:complexContent>
                        <xs:extension base="jgroups:ConfigType">
                          <xs:sequence minOccurs="0">
                            <xs:choice>
                %s%s            </xs:choice>
                            <xs:any namespace="urn:org:jgroups" processContents="lax" minOccurs="0" maxOccurs="unbounded"/>
                          </xs:sequence>
                        </xs:extension>
                      </xs:complexContent>
                    </xs:complexType>
                  </xs:redefine>
                %s%s%s</xs:schema>
                """
                .formatted(
                        JGROUPS_SCHEMA,
                        alone(OMAHA.class) + alone(COOPER.class) + alone(FOREST.class) + camu(),
                        elements,
                        group(ZabProtocol.class, null),
                        group(CoinProtocol.class, ZabProtocol.class),
                        group(FixedEnsembleProtocol.class, null)
                                + group(ConsensusProtocol.class, FixedEnsembleProtocol.class));
    }
}
