//! Parts of pages that are made from files: what stands between two marks.

/// What stands behind a part.
const END: &str = "<!-- end -->\n";

/// A page with this part in place of what stands between the mark `begin`, a line, and the end of the part.
///
/// # Errors
/// When the page has no such place.
pub fn put(page: &str, begin: &str, part: &str) -> Result<String, String> {
    let place = page.split_once(begin).and_then(|(before, rest)| Some((before, rest.split_once(END)?.1)));
    let (before, after) =
        place.ok_or_else(|| format!("the page has no place that begins with `{}`", begin.trim_end()))?;
    Ok(format!("{before}{begin}{part}{END}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_a_page_is_put_in_its_place() {
        const BEGIN: &str = "<!-- begin -->\n";
        let page = format!("a\n{BEGIN}old\n{END}b\n");
        assert_eq!(put(&page, BEGIN, "new\n").unwrap(), format!("a\n{BEGIN}new\n{END}b\n"));
        assert!(put("a\n", BEGIN, "new\n").is_err());
    }
}
