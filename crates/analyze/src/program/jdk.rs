//! What belongs to the JDK, by its packages.

/// Packages of the JDK. Those of `javax` are named one by one, because most of `javax` is of others; JAXB and web
/// services lived in `javax/xml` and left with release 11.
const PACKAGES: &[&str] = &[
    "java/",
    "jdk/",
    "sun/",
    "com/sun/",
    "netscape/javascript/",
    "org/ietf/jgss/",
    "org/w3c/dom/",
    "org/xml/sax/",
    "javax/accessibility/",
    "javax/annotation/processing/",
    "javax/crypto/",
    "javax/imageio/",
    "javax/lang/model/",
    "javax/management/",
    "javax/naming/",
    "javax/net/",
    "javax/print/",
    "javax/rmi/",
    "javax/script/",
    "javax/security/auth/",
    "javax/security/cert/",
    "javax/security/sasl/",
    "javax/smartcardio/",
    "javax/sound/",
    "javax/sql/",
    "javax/swing/",
    "javax/tools/",
    "javax/transaction/xa/",
    "javax/xml/catalog/",
    "javax/xml/crypto/",
    "javax/xml/datatype/",
    "javax/xml/namespace/",
    "javax/xml/parsers/",
    "javax/xml/stream/",
    "javax/xml/transform/",
    "javax/xml/validation/",
    "javax/xml/xpath/",
];

/// Not of the JDK, in packages that are.
const OTHERS: &[&str] = &["javax/security/auth/message/", "javax/management/j2ee/"];

/// Whether a class belongs to the JDK; an array does too, as all its methods are of `Object`.
pub(crate) fn is_jdk(class: &str) -> bool {
    let within = |packages: &[&str]| packages.iter().any(|package| class.starts_with(package));
    class.starts_with('[') || within(PACKAGES) && !within(OTHERS) || class == "javax/xml/XMLConstants"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_jdk_is_known_by_its_packages() {
        for (class, expected) in [
            ("java/lang/String", true),
            ("javax/sql/DataSource", true),
            ("javax/net/ssl/SSLContext", true),
            ("javax/xml/parsers/SAXParser", true),
            ("javax/xml/XMLConstants", true),
            ("javax/transaction/xa/XAResource", true),
            ("org/w3c/dom/Node", true),
            ("[Ljava/lang/String;", true),
            ("com/sun/net/httpserver/HttpServer", true),
            ("javax/servlet/Servlet", false),
            ("javax/xml/bind/JAXBContext", false),
            ("javax/security/auth/message/AuthStatus", false),
            ("javax/networking/X", false),
            ("sunny/Day", false),
            ("org/acme/A", false),
            ("A", false),
        ] {
            assert_eq!(is_jdk(class), expected, "{class}");
        }
    }
}
