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
                let t = Instant::now();
                let w = W(Instant::now(), 20.0);
                match propnet::build(q, &ground::Limits::default(), &w) {
                    Err(e) => println!("   BUILD {e}"),
                    Ok(pn) => {
                        let tb = t.elapsed();
                        let net = net::from_propnet(&pn);
                        let built = net.num_gates();
                        let o = opt::optimise(net, opt::Level::O2, std::env::var("KEEP").is_ok());
                        let v = net::verify(&o.net).unwrap();
                        let l = net::estimate_luts(&o.net);
                        let m = emit::verilog(v, &name);
                        println!(
                            "    propnet {} gates {} edges {:.1} ms; built {} gates {} regs {} moves {} lut {} lev {} text {} total {:.1} ms dropped {}/{}",
                            pn.num_gates(),
                            pn.num_edges(),
                            tb.as_secs_f64() * 1e3,
                            built,
                            o.net.num_gates(),
                            o.net.ports.bases.len(),
                            o.net.ports.inputs.len(),
                            l.luts,
                            l.levels,
                            m.text.len(),
                            t.elapsed().as_secs_f64() * 1e3,
                            o.dropped.bases.len(),
                            o.dropped.moves.len()
                        );
                        if let Ok(d) = std::env::var("OUT") {
                            std::fs::write(format!("{d}/{name}.v"), m.text).unwrap();
                            std::fs::write(format!("{d}/{name}.dot"), emit::dot(&pn)).unwrap();
                        }
                    }
                }
                for d in g.diagnostics {
                    println!("    {}", d.message);
                }
            }
        }
    }
}
