//! Deployment descriptors: which URL patterns lead to which servlets and filters.

use std::collections::BTreeMap;

use super::documents::Document;

/// For each class that a `web.xml` names the URL patterns that it maps to it, sorted.
pub(crate) fn mappings(documents: &[Document<'_>]) -> BTreeMap<String, Vec<String>> {
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for root in documents.iter().map(|document| &document.root).filter(|root| root.name.starts_with("web-")) {
        for kind in ["servlet", "filter"] {
            let (name, class, mapping) = (format!("{kind}-name"), format!("{kind}-class"), format!("{kind}-mapping"));
            let class_of: BTreeMap<&str, String> = root
                .named(kind)
                .filter_map(|element| Some((element.text_of(&name)?, element.text_of(&class)?.replace('.', "/"))))
                .collect();
            for element in root.named(&mapping) {
                let Some(class) = element.text_of(&name).and_then(|name| class_of.get(name)) else { continue };
                let patterns = element.named("url-pattern").map(|pattern| pattern.text.clone());
                found.entry(class.clone()).or_default().extend(patterns);
            }
        }
    }
    for patterns in found.values_mut() {
        patterns.sort();
        patterns.dedup();
    }
    found
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::input::Resource;
    use crate::wiring::documents;

    #[test]
    fn a_web_xml_maps_classes_to_patterns() {
        let text = "<web-app><!-- <servlet> --><servlet><servlet-name> a </servlet-name>\
            <servlet-class>shop.Orders</servlet-class></servlet><servlet-mapping><servlet-name>a</servlet-name>\
            <url-pattern>/orders/*</url-pattern><url-pattern>/o</url-pattern></servlet-mapping></web-app>";
        let resources = [Resource {
            path: "WEB-INF/web.xml".to_string(),
            archive: Arc::from("shop.war"),
            bytes: text.as_bytes().to_vec().into(),
            application: true,
            origin: 0,
            entry: None,
        }];
        let mut warnings = Vec::new();
        let found = mappings(&documents::read(&resources, &mut warnings));
        assert_eq!(found.get("shop/Orders").map(Vec::as_slice), Some(&["/o".to_string(), "/orders/*".to_string()][..]));
        assert!(warnings.is_empty());
    }
}
