//! The server of Spring Cloud Data Flow: Spring Boot 2.3, Hibernate, Flyway, Spring Batch and Spring Data on PostgreSQL, which it needs to
//! start. Its clients register applications, define tasks of them, look at both, and change and delete them.

use retake_e2e::orders::Shot;
use retake_e2e::random::Random;

use super::published::Published;
use super::{Names, delete, form, get, shot};

const TYPES: [&str; 4] = ["source", "processor", "sink", "task"];

pub(super) const SERVICE: Published = Published {
    name: "dataflow-server",
    about: "Spring Cloud Data Flow 2.7, published: Spring Boot 2.3, Hibernate, Flyway, Spring Batch, PostgreSQL",
    ready: " : Started DataFlowServerApplication",
    rate: 40.0,
    traffic,
};

fn traffic(requests: usize) -> Vec<Shot> {
    let mut clients = Clients { random: Random::new(7), ..Clients::default() };
    (0..requests).map(|number| if number < 8 { clients.register() } else { clients.next() }).collect()
}

struct Clients {
    random: Random,
    /// By type, in the order of [`TYPES`].
    apps: [Names; 4],
    tasks: Names,
}

impl Default for Clients {
    fn default() -> Self {
        Clients { random: Random::new(0), apps: Default::default(), tasks: Names::default() }
    }
}

impl Clients {
    fn next(&mut self) -> Shot {
        match self.random.below(100) {
            0..12 => self.register(),
            12..18 => {
                let (kind, name) = self.app();
                get(format!("/apps/{kind}/{name}/1.0"), &[200, 404])
            }
            18..24 => {
                let (kind, name) = self.app();
                get(format!("/apps/{kind}/{name}"), &[200, 404])
            }
            24..30 => {
                let (page, size) = (self.random.below(4), 5 + self.random.below(10));
                get(format!("/apps?page={page}&size={size}&sort=name,asc"), &[200])
            }
            30..33 => {
                let kind = TYPES[self.random.below(4) as usize];
                get(format!("/apps?type={kind}&search=a1&size=8"), &[200])
            }
            33..36 => {
                let (kind, name) = self.app();
                form("PUT", format!("/apps/{kind}/{name}/1.0"), &[], &[202, 404, 500])
            }
            36..40 => {
                let kind = self.random.below(3) as usize;
                let name = self.apps[kind].take(&mut self.random);
                delete(format!("/apps/{}/{name}/1.0", TYPES[kind]), &[200, 404])
            }
            40..52 => self.define(),
            52..60 => get(format!("/tasks/definitions/{}", self.tasks.one(&mut self.random)), &[200, 404]),
            60..64 => get(format!("/tasks/definitions?page={}&size=10", self.random.below(3)), &[200]),
            64..66 => get("/tasks/definitions?search=t2&size=10", &[200]),
            66..72 => delete(format!("/tasks/definitions/{}", self.tasks.take(&mut self.random)), &[200, 404]),
            // Of a task that is made of several, the service fails to say whether it is valid.
            72..76 => get(format!("/tasks/validation/{}", self.tasks.one(&mut self.random)), &[200, 404, 500]),
            76..79 => get("/tasks/executions?page=0&size=20", &[200]),
            79..82 => get("/tasks/platforms", &[200]),
            82..85 => get("/jobs/executions", &[200]),
            85..89 => get(format!("/audit-records?page={}&size=5", self.random.below(5)), &[200]),
            89..91 => get(format!("/audit-records/{}", 1 + self.random.below(40)), &[200, 404]),
            91..93 => get("/audit-records/audit-operation-types", &[200]),
            93..95 => self.parse(),
            95..97 => get("/about", &[200]),
            97..99 => {
                let task = self.apps[3].one(&mut self.random);
                get(format!("/completions/task?start={task}%20--"), &[200])
            }
            _ => get("/", &[200]),
        }
    }

    fn app(&mut self) -> (&'static str, String) {
        let kind = self.random.below(4) as usize;
        (TYPES[kind], self.apps[kind].one(&mut self.random))
    }

    /// An application is registered, sometimes once more.
    fn register(&mut self) -> Shot {
        let kind = self.random.below(4) as usize;
        let again = self.random.below(5) == 0;
        let name = if again { self.apps[kind].one(&mut self.random) } else { self.apps[kind].make("a") };
        let uri = format!("file:///opt/apps/{}-{name}-1.0.jar", TYPES[kind]);
        let force = if self.random.below(3) == 0 { "true" } else { "false" };
        form("POST", format!("/apps/{}/{name}/1.0", TYPES[kind]), &[("uri", &uri), ("force", force)], &[201, 409])
    }

    /// A task is defined, of one application or of two.
    fn define(&mut self) -> Shot {
        let (first, second) = (self.apps[3].one(&mut self.random), self.apps[3].one(&mut self.random));
        let name = if self.random.below(6) == 0 { self.tasks.one(&mut self.random) } else { self.tasks.make("t") };
        let definition = match self.random.below(4) {
            0 => format!("<one: {first} || two: {second}>"),
            1 => format!("one: {first} && two: {second}"),
            _ => format!("{first} --format=yyyy --size={}", self.random.below(90)),
        };
        let fields = [("name", name.as_str()), ("definition", definition.as_str())];
        form("POST", "/tasks/definitions", &fields, &[200, 201, 400, 404, 409, 500])
    }

    fn parse(&mut self) -> Shot {
        let task = self.apps[3].one(&mut self.random);
        let body = format!("{{\"name\":\"x\",\"dsl\":\"<one: {task} || two: {task}>\"}}");
        shot("POST", "/tools/parseTaskTextToGraph".to_owned(), "application/json", &body, &[200])
    }
}
