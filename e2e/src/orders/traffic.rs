//! What customers of the service that takes orders ask for: a mix over all entries, wrong requests included. The same
//! seed gives the same requests in the same order.

use retake_model::trace::Request;

use crate::random::Random;

/// The header with the number of a request, which the service writes into its journal.
pub const NUMBER: &str = "X-Request-Id";

/// The first requests are orders, so that later ones have orders to look at.
const OPENING: usize = 12;
const CURRENCIES: &[&str] = &["EUR", "GBP", "CHF", "JPY", "USD"];
const CATEGORIES: &[&str] = &["tea", "coffee", "ware"];
/// Products that never run out.
const PLENTY: &[&str] =
    &["TEA-ASSAM", "TEA-OOLONG", "TEA-SENCHA", "COF-HOUSE", "COF-KENYA", "COF-DECAF", "WAR-POT", "WAR-CUP"];
const CUSTOMERS: u64 = 40;

/// A request, and the statuses that its answer may have.
#[derive(Clone, Debug)]
pub struct Shot {
    /// What is asked.
    pub request: Request,
    /// What may come back.
    pub allowed: &'static [u16],
}

/// So many requests, numbered from 0.
pub fn traffic(seed: u64, requests: usize) -> Vec<Shot> {
    let mut customers = Customers { random: Random::new(seed), seed, orders: 0 };
    let shot = |number: usize| {
        let mut shot = if number < OPENING { customers.order() } else { customers.next() };
        shot.request.headers.push((NUMBER.to_owned(), number.to_string()));
        shot
    };
    (0..requests).map(shot).collect()
}

struct Customers {
    random: Random,
    seed: u64,
    orders: u32,
}

impl Customers {
    fn next(&mut self) -> Shot {
        let dice = self.random.below(100);
        match dice {
            0..6 => get(format!("/products?category={}", self.one(CATEGORIES)), &[200]),
            6..24 => get(format!("/products/{}", self.one(PLENTY)), &[200]),
            24..26 => get(format!("/products/NONE-{}", self.random.below(20)), &[404]),
            26..27 => get("/products".to_owned(), &[400]),
            27..31 => self.price(),
            31..43 => {
                let (customer, product, count) = (self.customer(), self.one(PLENTY), self.random.below(9));
                put(format!("/baskets/{customer}/items/{product}"), format!("{{\"quantity\":{count}}}"), &[200])
            }
            43..52 => get(format!("/baskets/{}", self.customer()), &[200]),
            52..55 => shot("DELETE", format!("/baskets/{}", self.customer()), String::new(), &[204, 404]),
            55..68 => self.order(),
            68..73 => self.wrong_order(),
            73..81 => get(format!("/orders/{}", self.number()), &[200, 404]),
            81..84 => get(format!("/orders?customer={}", self.customer()), &[200]),
            84..85 => get("/orders?status=CANCELLED".to_owned(), &[200]),
            85..86 => get("/orders?status=LOST".to_owned(), &[400]),
            86..89 => post(format!("/orders/{}/cancellation", self.number()), String::new(), &[200, 404, 409]),
            89..97 => get(format!("/orders/{}/delivery", self.number()), &[200, 404]),
            _ => get("/stats".to_owned(), &[200]),
        }
    }

    fn price(&mut self) -> Shot {
        let price = 100 + self.random.below(4000);
        let path = format!("/products/{}/price", self.one(PLENTY));
        let wrong = self.random.below(4) == 0;
        let sign = if wrong { "-" } else { "" };
        let body = format!("{{\"price\":{sign}{}.{:02}}}", price / 100, price % 100);
        put(path, body, if wrong { &[400] } else { &[204] })
    }

    /// An order that goes through, unless this seed was sent to this database before.
    fn order(&mut self) -> Shot {
        let lines: Vec<String> = (0..=self.random.below(2)).map(|_| self.line()).collect();
        let (customer, currency, reference) = (self.customer(), self.one(CURRENCIES), self.reference());
        post("/orders".to_owned(), order(&customer, &reference, currency, &lines), &[201, 409])
    }

    fn wrong_order(&mut self) -> Shot {
        let (customer, line, reference) = (self.customer(), self.line(), self.reference());
        let send = |body: String, allowed| post("/orders".to_owned(), body, allowed);
        match self.random.below(6) {
            // The reference of another one; nobody knows which of the two arrives first.
            0 => send(order(&customer, &format!("s{}-1", self.seed), "USD", &[line]), &[201, 409]),
            1 => send("{\"customer\": \"ann\", \"lines\": [".to_owned(), &[400]),
            2 => send(order("", &reference, "dollars", &[]), &[400]),
            3 => send(order(&customer, &reference, "XAU", &[line]), &[404]),
            4 => send(order(&customer, &reference, "EUR", &[item("NONE-1", 1)]), &[404]),
            // There is none of the first, and of the second there are only five.
            _ => {
                let rare = if self.random.below(2) == 0 { "WAR-MILL" } else { "TEA-RARE" };
                send(order(&customer, &reference, "EUR", &[line, item(rare, 2)]), &[201, 409])
            }
        }
    }

    fn line(&mut self) -> String {
        item(self.one(PLENTY), 1 + self.random.below(5))
    }

    fn reference(&mut self) -> String {
        self.orders += 1;
        format!("s{}-{}", self.seed, self.orders)
    }

    fn customer(&mut self) -> String {
        format!("c{}", self.random.below(CUSTOMERS))
    }

    /// The number of an order, most probably of one that was placed.
    fn number(&mut self) -> u64 {
        1 + self.random.below(u64::from(self.orders) + 4)
    }

    fn one(&mut self, choices: &[&'static str]) -> &'static str {
        choices[self.random.below(choices.len() as u64) as usize]
    }
}

fn item(product: &str, quantity: u64) -> String {
    format!("{{\"sku\":\"{product}\",\"quantity\":{quantity}}}")
}

fn order(customer: &str, reference: &str, currency: &str, lines: &[String]) -> String {
    let lines = lines.join(",");
    format!(
        "{{\"customer\":\"{customer}\",\"reference\":\"{reference}\",\"currency\":\"{currency}\",\"lines\":[{lines}]}}"
    )
}

fn get(target: String, allowed: &'static [u16]) -> Shot {
    shot("GET", target, String::new(), allowed)
}

fn put(target: String, body: String, allowed: &'static [u16]) -> Shot {
    shot("PUT", target, body, allowed)
}

fn post(target: String, body: String, allowed: &'static [u16]) -> Shot {
    shot("POST", target, body, allowed)
}

fn shot(method: &str, target: String, body: String, allowed: &'static [u16]) -> Shot {
    let json = ("Content-Type".to_owned(), "application/json".to_owned());
    let headers = if body.is_empty() { Vec::new() } else { vec![json] };
    Shot { request: Request { method: method.to_owned(), target, headers, body: body.into_bytes() }, allowed }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_requests() {
        let requests = |seed| traffic(seed, 500).into_iter().map(|shot| shot.request).collect::<Vec<_>>();
        assert_eq!(requests(7), requests(7));
        assert_ne!(requests(7), requests(8));
    }
}
