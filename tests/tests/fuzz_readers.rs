//! Neither reader panics, whatever the text; what they report is well formed; and a text they accept
//! survives conversion. `GDL2HDL_FUZZ_SECONDS` sets for how long, after the usual number of cases.

use gdl2hdl_gdl::diagnostics::Severity;
use gdl2hdl_gdl::syntax::{Language, MAX_NESTING, Parsed, parse, print, same};
use gdl2hdl_tests::random::{check, text::texts};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

/// Twice the bound on errors, for warnings, and the note that there are more.
const MOST_DIAGNOSTICS: usize = 201;

fn is_well_formed(text: &str, parsed: &Parsed) -> Result<(), TestCaseError> {
    prop_assert!(parsed.diagnostics.len() <= MOST_DIAGNOSTICS);
    for diagnostic in &parsed.diagnostics {
        let is_code =
            diagnostic.code.len() == 4 && ["G0", "G2", "G3"].iter().any(|kind| diagnostic.code.starts_with(kind));
        prop_assert!(is_code && !diagnostic.help.is_empty(), "{diagnostic:?}");
        prop_assert!(diagnostic.message.len() < 400 && !diagnostic.message.contains('\n'), "{diagnostic:?}");
        for label in &diagnostic.labels {
            prop_assert!(text.get(label.span.start as usize..label.span.end as usize).is_some(), "{diagnostic:?}");
        }
    }
    for rule in &parsed.sheet.rules {
        prop_assert!(rule.nesting() <= MAX_NESTING);
        prop_assert!(!rule.span.of(text).is_empty(), "{:?}", rule.span);
    }
    prop_assert!(!parsed.diagnostics.is_empty() || !parsed.sheet.rules.is_empty());
    Ok(())
}

/// Also the part that was understood of a faulty text is a sheet as any other.
fn survives(parsed: &Parsed) -> Result<(), TestCaseError> {
    for language in Language::WRITTEN {
        let text = print::sheet(&parsed.sheet, language);
        let again = parse(&text, Some(language));
        let errors: Vec<_> =
            again.diagnostics.iter().filter(|d| d.severity == Severity::Error && d.code != "G008").collect();
        prop_assert!(errors.is_empty(), "{language}: {text}\n{errors:#?}");
        prop_assert!(same(&parsed.sheet, &again.sheet), "{language}: {text}");
    }
    Ok(())
}

#[test]
fn no_text_is_too_odd() {
    let result = check(&texts(), |text| {
        for language in [None, Some(Language::Kif), Some(Language::Hrf), Some(Language::Action)] {
            let parsed = parse(&text, language);
            is_well_formed(&text, &parsed)?;
            // Names that were refused stay in the rules they stand in, so only whole texts are looked at.
            if parsed.diagnostics.iter().all(|d| d.severity != Severity::Error) {
                survives(&parsed)?;
            }
        }
        Ok(())
    });
    assert!(result.is_ok(), "{result:?}");
}
