//! Hierarchies that go in circles. The JVM loads no class of one, but somebody may deliver them.

use super::{ClassId, Program};

/// How far a class is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Visit {
    Ahead,
    /// One of its supertypes is being visited.
    Open,
    Done,
}

impl Program<'_> {
    /// Cuts every circle at one place, so that whoever goes up arrives at a top.
    pub(super) fn cut_circles(&mut self, warnings: &mut Vec<String>) {
        let mut visits = vec![Visit::Ahead; self.classes.len()];
        for start in 0..self.classes.len() as u32 {
            if visits[start as usize] != Visit::Ahead {
                continue;
            }
            // The way from the start to where we are, each with the number of the supertype to go to next. It is no
            // recursion because a hierarchy may be as deep as somebody likes.
            let mut way = vec![(ClassId(start), 0)];
            visits[start as usize] = Visit::Open;
            while let Some((class, next)) = way.last_mut() {
                let class = *class;
                let Some(above) = self.class(class).supertypes().nth(*next) else {
                    visits[class.index()] = Visit::Done;
                    way.pop();
                    continue;
                };
                match visits[above.index()] {
                    Visit::Done => *next += 1,
                    Visit::Ahead => {
                        *next += 1;
                        visits[above.index()] = Visit::Open;
                        way.push((above, 0));
                    }
                    Visit::Open => {
                        warnings.push(format!(
                            "class {} was cut from its supertype {}, which is also its subtype",
                            self.class_name(class),
                            self.class_name(above)
                        ));
                        self.cut(class, above);
                    }
                }
            }
        }
    }

    fn cut(&mut self, class: ClassId, above: ClassId) {
        let class = &mut self.classes[class.index()];
        if class.superclass == Some(above) {
            class.superclass = None;
        } else {
            class.interfaces.retain(|interface| *interface != above);
        }
    }
}
