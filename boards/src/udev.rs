//! Rules for udev that give users rights to open the boards.

use crate::{Board, UsbId};
use std::collections::BTreeMap;

/// What the file begins with: how it is installed, and which devices it is about.
const HEAD: &str = "\
# Rights to load and to use the FPGA boards of gdl2hdl, made from boards/data. Install:
#   sudo cp boards/udev/60-gdl2hdl.rules /etc/udev/rules.d/
#   sudo udevadm control --reload && sudo udevadm trigger
# Who sits at the machine may open them then, and on USB the group plugdev.

ACTION!=\"add|change\", GOTO=\"gdl2hdl_end\"
SUBSYSTEM!=\"usb|tty|hidraw\", GOTO=\"gdl2hdl_end\"
";

/// The file `60-gdl2hdl.rules` for some boards: one rule for the ports and one for the rest of each USB identity. Ports
/// keep their group, which distributions choose differently. The number puts it before `73-seat-late.rules`, which
/// carries out the tag `uaccess`.
#[must_use]
pub fn rules(boards: &[Board]) -> String {
    let mut names: BTreeMap<UsbId, Vec<&str>> = BTreeMap::new();
    for board in boards {
        let ids = board.program.iter().filter_map(|program| program.usb);
        for usb in board.uart.usb.into_iter().chain(ids) {
            let names = names.entry(usb).or_default();
            if names.last() != Some(&board.name.as_str()) {
                names.push(&board.name);
            }
        }
    }
    let mut text = HEAD.to_owned();
    for (usb, names) in names {
        let device = format!("ATTRS{{idVendor}}==\"{:04x}\", ATTRS{{idProduct}}==\"{:04x}\"", usb.vid, usb.pid);
        text.push_str(&format!("\n# {}\n", names.join(", ")));
        text.push_str(&format!("SUBSYSTEM==\"tty\", {device}, TAG+=\"uaccess\"\n"));
        text.push_str(&format!(
            "SUBSYSTEM==\"usb|hidraw\", {device}, MODE=\"0660\", GROUP=\"plugdev\", TAG+=\"uaccess\"\n"
        ));
    }
    text.push_str("\nLABEL=\"gdl2hdl_end\"\n");
    text
}
