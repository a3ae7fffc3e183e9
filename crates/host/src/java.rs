//! The command line of a JVM: where an agent goes, and what the service consists of.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

/// The variable through which every JVM takes options.
const OPTIONS: &str = "JAVA_TOOL_OPTIONS";

/// Options of `java` whose value is the next argument.
const WITH_VALUE: &[&str] = &[
    "--add-exports",
    "--add-modules",
    "--add-opens",
    "--add-reads",
    "--describe-module",
    "--enable-native-access",
    "--limit-modules",
    "--patch-module",
    "--source",
    "--upgrade-module-path",
    "-d",
];

/// Puts an agent into a command: behind `java`, or, if the command is another, into a variable that the JVM it starts
/// will see. Returns the command and the variables to add.
pub fn with_agent(
    command: &[OsString],
    library: &Path,
    option: &Path,
    inherited: Option<&OsStr>,
) -> (Vec<OsString>, Vec<(OsString, OsString)>) {
    let mut agent = OsString::from("-agentpath:");
    agent.push(library);
    agent.push("=");
    agent.push(option);
    match command.split_first() {
        Some((program, rest)) if is_java(program) => {
            let command = [program.clone(), agent].into_iter().chain(rest.iter().cloned()).collect();
            (command, Vec::new())
        }
        _ => {
            let mut value = inherited.map(OsStr::to_owned).unwrap_or_default();
            if !value.is_empty() {
                value.push(" ");
            }
            value.push(quoted(&agent));
            (command.to_vec(), vec![(OsString::from(OPTIONS), value)])
        }
    }
}

/// Puts an option into quotes if the JVM would split it at a space.
fn quoted(option: &OsStr) -> OsString {
    if !option.as_bytes().iter().any(u8::is_ascii_whitespace) {
        return option.to_owned();
    }
    let mut value = OsString::from("\"");
    value.push(option);
    value.push("\"");
    value
}

/// What agents are already in the variable through which JVMs take options.
pub fn inherited_options() -> Option<OsString> {
    std::env::var_os(OPTIONS)
}

fn is_java(program: &OsStr) -> bool {
    Path::new(program).file_name().is_some_and(|name| name == "java")
}

/// The class path of the service that a command starts: the jar, or the class path and module path. Empty if the command
/// does not tell. `inherited` is the variable `CLASSPATH`, which counts if nothing else is said.
pub fn class_path(command: &[OsString], inherited: Option<&OsStr>) -> Vec<PathBuf> {
    // A command such as `env A=1 java -jar app.jar` has its `java` further behind.
    let Some(java) = command.iter().position(|argument| is_java(argument)) else { return Vec::new() };
    let mut arguments = command[java + 1..].iter();
    let (mut classes, mut modules) = (inherited.map(split).unwrap_or_default(), Vec::new());
    while let Some(argument) = arguments.next() {
        let text = argument.to_string_lossy();
        match text.as_ref() {
            "-jar" => return arguments.next().map(PathBuf::from).into_iter().collect(),
            "-cp" | "-classpath" | "--class-path" => {
                classes = arguments.next().map(|path| split(path)).unwrap_or_default()
            }
            "-p" | "--module-path" => modules = arguments.next().map(|path| split(path)).unwrap_or_default(),
            // A module or a main class ends the options; what follows is the service's.
            "-m" | "--module" => break,
            option if WITH_VALUE.contains(&option) => drop(arguments.next()),
            option => {
                if let Some(path) = option.strip_prefix("--class-path=") {
                    classes = split(OsStr::new(path));
                } else if let Some(path) = option.strip_prefix("--module-path=") {
                    modules = split(OsStr::new(path));
                } else if !option.starts_with(['-', '@']) {
                    break;
                }
            }
        }
    }
    classes.append(&mut modules);
    classes
}

fn split(path: &OsStr) -> Vec<PathBuf> {
    let parts = path.as_bytes().split(|&byte| byte == b':').filter(|part| !part.is_empty());
    parts.map(|part| PathBuf::from(OsString::from_vec(part.to_vec()))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<OsString> {
        text.split(' ').map(OsString::from).collect()
    }

    #[test]
    fn finds_the_class_path() {
        for (command, expected) in [
            ("java -jar app.jar --port 1", "app.jar"),
            ("/opt/jdk/bin/java -Xmx1g -jar app.jar -cp other", "app.jar"),
            ("java -cp a.jar:lib/* shop.Main -jar x", "a.jar lib/*"),
            ("java -classpath a: shop.Main", "a"),
            ("java --class-path=a:b shop.Main", "a b"),
            ("java --add-opens java.base/java.lang=ALL-UNNAMED --class-path a shop.Main", "a"),
            ("java -p mods -cp a -m shop/shop.Main", "a mods"),
            ("java -Da=b -ea shop.Main -cp no", ""),
            ("env A=1 java -jar app.jar", "app.jar"),
            ("./run.sh -jar app.jar", ""),
            ("java -jar", ""),
        ] {
            let found: Vec<String> =
                class_path(&words(command), None).iter().map(|path| path.display().to_string()).collect();
            assert_eq!(found.join(" "), expected, "{command}");
        }
        let inherited = Some(OsStr::new("x.jar"));
        assert_eq!(class_path(&words("java shop.Main"), inherited), [PathBuf::from("x.jar")]);
        assert_eq!(class_path(&words("java -cp a shop.Main"), inherited), [PathBuf::from("a")]);
    }

    #[test]
    fn puts_the_agent_in() {
        let (library, option) = (Path::new("/l.so"), Path::new("/s.json"));
        let (command, env) = with_agent(&words("/jdk/bin/java -jar a.jar"), library, option, None);
        assert_eq!(command, words("/jdk/bin/java -agentpath:/l.so=/s.json -jar a.jar"));
        assert!(env.is_empty());

        let (command, env) = with_agent(&words("./run.sh a"), library, option, Some(OsStr::new("-ea")));
        assert_eq!(command, words("./run.sh a"));
        assert_eq!(env, [(OsString::from(OPTIONS), OsString::from("-ea -agentpath:/l.so=/s.json"))]);

        let (_, env) = with_agent(&words("./run.sh"), library, Path::new("/a b.json"), None);
        assert_eq!(env[0].1, OsString::from("\"-agentpath:/l.so=/a b.json\""));
    }
}
