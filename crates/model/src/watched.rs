//! What a diagnosis sees: calls of the application to whatever is not its own, with sums over what was asked and what came back.
//!
//! Values themselves are not kept, because nobody looks at them: what matters is whether equal questions got equal answers.

/// One call, when it had ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Watched {
    /// The branch of the fork tree.
    pub branch: Vec<u32>,
    /// The method, as the application names it: `vendor.Ids.next(I)J`.
    pub method: String,
    /// Where it is called: `shop.Orders.place:42`.
    pub at: String,
    /// A sum over the object that was asked, and the arguments.
    pub asked: u64,
    /// A sum over what came back, or was thrown.
    pub answered: u64,
}

impl Watched {
    /// One line.
    pub fn to_line(&self) -> String {
        let branch: Vec<String> = self.branch.iter().map(u32::to_string).collect();
        format!("{}\t{}\t{}\t{:x}\t{:x}", branch.join("."), self.method, self.at, self.asked, self.answered)
    }

    /// Reads a line; none if it is no such line.
    pub fn from_line(line: &str) -> Option<Watched> {
        let mut parts = line.split('\t');
        let branch = parts.next()?.split('.').filter(|part| !part.is_empty()).map(str::parse).collect::<Result<_, _>>();
        let (branch, method, at) = (branch.ok()?, parts.next()?.to_owned(), parts.next()?.to_owned());
        let mut sum = || u64::from_str_radix(parts.next()?, 16).ok();
        Some(Watched { branch, method, at, asked: sum()?, answered: sum()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines() {
        let method = "vendor.Ids.next(I)J".to_owned();
        let call =
            Watched { branch: vec![3, 1], method, at: "shop.Orders.place:42".to_owned(), asked: 7, answered: u64::MAX };
        assert_eq!(Watched::from_line(&call.to_line()), Some(call.clone()));
        let root = Watched { branch: Vec::new(), ..call };
        assert_eq!(Watched::from_line(&root.to_line()), Some(root));
        for line in ["", "\t\t\t", "x\ta\tb\t1\t2", "1\ta\tb\tz\t2", "1\ta\tb\t1"] {
            assert_eq!(Watched::from_line(line), None, "{line:?}");
        }
    }
}
