//! What happened on the link to a board, for people.

use super::size::count;
use gdl2hdl_device::link::LinkStats;

/// One line of traffic, and one of what went wrong, if anything.
pub(crate) fn text(stats: &LinkStats) -> String {
    let mut out = format!(
        "link: {} frames, {} bytes out; {} frames, {} bytes in; {} polls\n",
        count(stats.frames_sent),
        count(stats.bytes_sent),
        count(stats.frames_received),
        count(stats.bytes_received),
        count(stats.polls),
    );
    let faults: Vec<String> = stats.faults().map(|(what, number)| format!("{} {what}", count(number))).collect();
    if !faults.is_empty() {
        out += &format!("link faults, all mended: {}\n", faults.join(", "));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_named() {
        let good = LinkStats { bytes_sent: 1234, ..LinkStats::default() };
        assert_eq!(text(&good), "link: 0 frames, 1,234 bytes out; 0 frames, 0 bytes in; 0 polls\n");
        let bad = LinkStats { damaged: 2, resets: 1, ..good };
        assert!(text(&bad).ends_with("link faults, all mended: 2 damaged frames, 1 resets of the board\n"));
    }
}
