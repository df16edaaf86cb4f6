use gdl2hdl_compiler::*;
use std::time::*;
struct W(Instant, f64);
impl ground::Watch for W {
    fn expired(&self) -> bool {
        self.0.elapsed().as_secs_f64() > self.1
    }
}
fn main() {
    for f in std::env::args().skip(1) {
        let text = String::from_utf8_lossy(&std::fs::read(&f).unwrap()).into_owned();
        let t = Instant::now();
        let p = syntax::kif::parse(&text);
        for d in p.diagnostics {
            println!("{d:?}");
        }
        let t1 = t.elapsed();
        let name = std::path::Path::new(&f).file_stem().unwrap().to_string_lossy().into_owned();
        match ground::ground(&p.sheet, &ground::Options::default(), &W(Instant::now(), 20.0)) {
            Err(d) => {
                println!("{name} REFUSED {} {:?}", d.message, d.labels.first().map(|l| l.span.of(&text).to_string()))
            }
            Ok(g) => {
                let q = &g.program;
                println!(
                    "{name:32} parse {:.1} ms total {:.1} ms roles {} bases {} moves {} goals {} derived {} rules {} lits {} inst {} facts {}",
                    t1.as_secs_f64() * 1e3,
                    t.elapsed().as_secs_f64() * 1e3,
                    q.roles.len(),
                    q.bases.len(),
                    q.moves.len(),
                    q.goals.len(),
                    q.derived.len(),
                    q.rules.len(),
                    q.rules.literals.len(),
                    g.profile.iter().map(|x| x.1).sum::<u64>(),
                    q.num_facts
                );
                for d in g.diagnostics {
                    println!("    {}", d.message);
                }
            }
        }
    }
}
