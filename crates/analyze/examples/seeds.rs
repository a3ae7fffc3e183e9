//! Writes what fuzz targets start from: `seeds OUT JAR` puts a directory for each target into OUT, made of the classes of
//! JAR and of archives and files like those that the targets read.

use std::path::Path;

#[allow(clippy::unwrap_used)]
#[path = "../tests/common/zip.rs"]
mod zip;

use zip::{File, deflated, stored, zip};

const CONFIGURATION: [&str; 5] = [
    "<beans xmlns=\"http://www.springframework.org/schema/beans\"><!-- c --><bean id=\"a\" class=\"shop.Orders\" \
     scope='prototype'><property name=\"b\" value=\"${c:d}&amp;&#65;\"/></bean><context:component-scan \
     base-package=\"shop\"/></beans>",
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?><!DOCTYPE mapper PUBLIC \"-//a//b\" \"c\" [<!ENTITY e \"v\">]><mapper \
     namespace=\"shop.Orders\"><select id=\"one\"><![CDATA[ a < b ]]>&e;</select></mapper>",
    "<web-app><servlet><servlet-name>s</servlet-name><servlet-class>shop.S</servlet-class></servlet><servlet-mapping>\
     <servlet-name>s</servlet-name><url-pattern>/*</url-pattern></servlet-mapping></web-app>",
    "a.b=c\n# comment\nd : e \\\n  f\ng ${a.b:${d}}\nh=\\u0041\n",
    "a:\n  b: c # comment\n  'd': \"e\"\n  list:\n    - f\n    - ${a.b}\n---\ng: ${a.list:h}\n",
];

fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let (Some(out), Some(jar)) = (arguments.next(), arguments.next()) else {
        return Err(std::io::Error::other("usage: seeds OUT JAR"));
    };
    let classes = retake_analyze::fuzz::jar(&std::fs::read(jar)?);
    let out = Path::new(&out);
    write(&out.join("class"), classes.iter().cloned())?;
    // Alone and in company: what is followed goes from class to class.
    let groups = classes.chunks(4).map(<[_]>::concat);
    let with_configuration = CONFIGURATION.iter().zip(&classes).map(|(text, class)| [text.as_bytes(), class].concat());
    write(&out.join("analysis"), classes.iter().cloned().chain(groups).chain(with_configuration))?;
    write(&out.join("configuration"), CONFIGURATION.iter().map(|text| text.as_bytes().to_vec()))?;
    let archives = archives(&classes);
    write(&out.join("digest"), archives.iter().filter_map(|archive| retake_analyze::fuzz::kept(archive)))?;
    write(&out.join("jar"), archives.into_iter())
}

/// Archives of every layout, with entries of every kind.
fn archives(classes: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let plain = |pack: fn(&str, Vec<u8>) -> File| -> Vec<File> {
        let name = |number: usize| format!("a/B{number}.class");
        classes.iter().take(3).enumerate().map(|(number, class)| pack(&name(number), class.clone())).collect()
    };
    let manifest = "Manifest-Version: 1.0\r\nMulti-Release: true\r\nClass-Path: b.jar\r\n c.jar\r\n";
    let mut versions = plain(stored);
    versions.push(stored("META-INF/MANIFEST.MF", manifest));
    versions.extend(["META-INF/versions/11/a/B0.class", "a/B0.class"].map(|name| stored(name, "b")));
    let jar = zip(&plain(deflated));
    let war = zip(&[
        stored("WEB-INF/web.xml", CONFIGURATION[2]),
        stored("WEB-INF/classes/a/B.class", "b"),
        stored("WEB-INF/lib/a.jar", jar.clone()),
        deflated("WEB-INF/lib/b.jar", jar.clone()),
    ]);
    let boot =
        [stored("BOOT-INF/classes/application.yml", CONFIGURATION[4]), stored("BOOT-INF/lib/a.jar", jar.clone())];
    let ear =
        [stored("META-INF/application.xml", "<a/>"), stored("a.war", war.clone()), deflated("lib/a.jar", jar.clone())];
    let lies = [
        File { claims: Some(1 << 20), ..deflated("a/B.class", vec![0; 1 << 12]) },
        File { zip64: true, ..deflated("a/C.class", "c") },
        File { offset: Some(0), ..stored("a/D.class", "d") },
        File { flags: 1, ..stored("../E.class", "e") },
    ];
    let module = [stored("classes/module-info.class", "m"), stored("classes/a/B.class", "b")];
    let module = [b"JM\x01\0".to_vec(), zip(&module)].concat();
    vec![zip(&plain(stored)), zip(&versions), zip(&boot), zip(&ear), zip(&lies), module, war, jar]
}

fn write(directory: &Path, seeds: impl Iterator<Item = Vec<u8>>) -> std::io::Result<()> {
    std::fs::create_dir_all(directory)?;
    for (number, seed) in seeds.enumerate() {
        std::fs::write(directory.join(format!("seed-{number:03}")), seed)?;
    }
    Ok(())
}
