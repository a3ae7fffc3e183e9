//! Classes that the application names and nobody delivered.

use super::{ClassId, Program};

/// Packages of the JDK, which is rarely delivered with a service.
const JDK: [&str; 8] =
    ["java/", "jdk/", "sun/", "com/sun/", "org/w3c/dom/", "org/xml/sax/", "org/ietf/jgss/", "netscape/javascript/"];

/// Of `javax`, the JDK has these; the rest came and went with Java EE.
const JAVAX: [&str; 18] = [
    "accessibility",
    "annotation/processing",
    "crypto",
    "imageio",
    "lang/model",
    "management",
    "naming",
    "net",
    "print",
    "rmi",
    "script",
    "security",
    "smartcardio",
    "sound",
    "sql",
    "swing",
    "tools",
    "xml",
];

fn is_jdk(name: &str) -> bool {
    match name.strip_prefix("javax/") {
        // JAXB and web services lived in `javax/xml` and left the JDK with version 11.
        Some(rest) => {
            let left = ["xml/bind/", "xml/ws/", "xml/soap/", "security/enterprise/", "security/jacc/"];
            let within = |package: &str| rest.strip_prefix(package).is_some_and(|rest| rest.starts_with('/'));
            JAVAX.iter().any(|package| within(package)) && !left.iter().any(|package| rest.starts_with(package))
        }
        None => JDK.iter().any(|package| name.starts_with(package)),
    }
}

/// One message for each class that the application extends, calls or reads from, and that was not read.
pub(crate) fn missing(program: &Program<'_>) -> Vec<String> {
    let above = program.application.iter().flat_map(|application| program.class(application.class).supertypes());
    let named = program.refs.iter().map(|member| member.owner);
    let unread = |class: &ClassId| !program.class(*class).read;
    let mut names: Vec<&str> = above.chain(named).filter(unread).map(|class| program.class_name(class)).collect();
    names.retain(|name| !name.starts_with('[') && !is_jdk(name));
    names.sort_unstable();
    names.dedup();
    let say = |name: &str| format!("class {} was not found; name the library that has it too", name.replace('/', "."));
    names.into_iter().map(say).collect()
}

#[cfg(test)]
mod tests {
    use super::is_jdk;

    #[test]
    fn the_jdk_is_known_by_its_packages() {
        for name in
            ["java/lang/String", "javax/sql/DataSource", "javax/net/ssl/SSLContext", "javax/xml/parsers/SAXParser"]
        {
            assert!(is_jdk(name), "{name}");
        }
        for name in ["javax/servlet/Servlet", "javax/xml/bind/JAXBContext", "javax/networking/X", "org/acme/A", "A"] {
            assert!(!is_jdk(name), "{name}");
        }
    }
}
