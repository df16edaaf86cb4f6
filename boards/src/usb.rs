//! Which boards are plugged in, judged from the USB devices there are. Finding those is the work of `device`.

use crate::{Board, UsbId};
use std::path::PathBuf;
use thiserror::Error;

/// A USB device.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Device {
    /// What it calls itself.
    pub usb: UsbId,
    /// The plug it is in, as the system names it: `1-2.3`.
    pub place: String,
    /// Its serial number.
    pub serial: Option<String>,
    /// The name of the product, as it says.
    pub product: Option<String>,
    /// Serial ports the system made of it, in the order of their interfaces.
    pub ports: Vec<Port>,
}

/// A serial port of a USB device.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Port {
    /// Number of the USB interface it belongs to.
    pub interface: u8,
    /// The device node: `/dev/ttyUSB1`.
    pub path: PathBuf,
    /// Whether it can be opened.
    pub access: Access,
}

/// Whether a device node can be opened for reading and writing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Access {
    /// It can.
    Granted,
    /// It is there, but this user has no rights.
    Forbidden {
        /// The group that has them.
        group: Option<String>,
    },
    /// The system knows the port, but there is no node.
    NoNode,
}

/// A device that may be a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidate<'a> {
    /// The device.
    pub device: &'a Device,
    /// All boards that look like this on USB, at least one.
    pub boards: Vec<&'a Board>,
    /// The port with the board's UART.
    pub port: Option<&'a Port>,
}

/// Why a board's serial port can't be used. Each needs help of its own.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PortError {
    /// The board's UART is not on its USB plug.
    #[error("the UART of `{board}` is not on USB: join an adapter with its pins and name the adapter's port")]
    Adapter {
        /// The board.
        board: String,
    },
    /// No device looks like the board.
    #[error("`{board}` is not plugged in: there is no USB device {usb}")]
    Absent {
        /// The board.
        board: String,
        /// What it calls itself.
        usb: UsbId,
    },
    /// The device is there, its serial port is not.
    #[error(
        "`{board}`, USB device {place}, has no serial port: unplug it and plug it in again, as loaders take the port away"
    )]
    NoPort {
        /// The board.
        board: String,
        /// The plug it is in.
        place: String,
    },
    /// There is a port, and no device node for it.
    #[error("the system knows `{}`, but there is no such device node: is this a container?", .path.display())]
    NoNode {
        /// The node.
        path: PathBuf,
    },
    /// There is a port that this user can't open.
    #[error("no rights to open `{}`: {}", .path.display(), help(.group.as_deref()))]
    Forbidden {
        /// The node.
        path: PathBuf,
        /// The group that may.
        group: Option<String>,
    },
    /// There are several devices that may be the board.
    #[error("several USB devices may be `{board}`: {}; name the port of one", .found.join(", "))]
    Ambiguous {
        /// The board.
        board: String,
        /// What tells the devices apart.
        found: Vec<String>,
    },
}

/// What gives a user rights to open a port.
fn help(group: Option<&str>) -> String {
    let rules = "install boards/udev/60-gdl2hdl.rules, as it says in its first lines";
    match group {
        Some(group) => format!("{rules}; or join the group `{group}` and log in again"),
        None => rules.to_owned(),
    }
}

/// Devices that may be boards, in the order of the devices. Several boards can look alike.
#[must_use]
pub fn candidates<'a>(boards: &'a [Board], devices: &'a [Device]) -> Vec<Candidate<'a>> {
    devices.iter().filter_map(|device| candidate(boards, device)).collect()
}

fn candidate<'a>(boards: &'a [Board], device: &'a Device) -> Option<Candidate<'a>> {
    let boards: Vec<&Board> = boards.iter().filter(|board| looks_like(board, device.usb)).collect();
    let port = boards.iter().find_map(|board| line(board, device));
    (!boards.is_empty()).then_some(Candidate { device, boards, port })
}

/// Whether a board, or its loader, calls itself so.
fn looks_like(board: &Board, usb: UsbId) -> bool {
    board.uart.usb == Some(usb) || board.program.iter().any(|program| program.usb == Some(usb))
}

/// The port with the board's UART.
fn line<'d>(board: &Board, device: &'d Device) -> Option<&'d Port> {
    let right = |port: &&Port| board.uart.interface.is_none_or(|interface| interface == port.interface);
    if board.uart.usb == Some(device.usb) { device.ports.iter().find(right) } else { None }
}

/// The serial port of a board, ready to be opened.
///
/// # Errors
/// All of [`PortError`].
pub fn serial_port<'d>(board: &Board, devices: &'d [Device]) -> Result<&'d Port, PortError> {
    let name = || board.name.clone();
    let Some(usb) = board.uart.usb else { return Err(PortError::Adapter { board: name() }) };
    let alike: Vec<&Device> = devices.iter().filter(|device| device.usb == usb).collect();
    let device = match alike[..] {
        [] => return Err(PortError::Absent { board: name(), usb }),
        [device] => device,
        _ => {
            let found = alike.iter().map(|device| describe(board, device)).collect();
            return Err(PortError::Ambiguous { board: name(), found });
        }
    };
    let Some(port) = line(board, device) else {
        return Err(PortError::NoPort { board: name(), place: device.place.clone() });
    };
    let path = port.path.clone();
    match &port.access {
        Access::Granted => Ok(port),
        Access::Forbidden { group } => Err(PortError::Forbidden { path, group: group.clone() }),
        Access::NoNode => Err(PortError::NoNode { path }),
    }
}

/// What tells a device from others of its kind.
fn describe(board: &Board, device: &Device) -> String {
    let port = line(board, device).map_or("no port".to_owned(), |port| port.path.display().to_string());
    let serial = device.serial.as_ref().map_or(String::new(), |serial| format!(", serial number {serial}"));
    format!("{port} (USB {}{serial})", device.place)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{all, by_name};

    fn port(interface: u8, name: &str, access: Access) -> Port {
        Port { interface, path: PathBuf::from(format!("/dev/{name}")), access }
    }

    fn ft2232(place: &str, access: &Access) -> Device {
        Device {
            usb: UsbId { vid: 0x0403, pid: 0x6010 },
            place: place.to_owned(),
            serial: Some(format!("FT{place}")),
            product: None,
            ports: vec![port(0, "ttyUSB0", Access::Granted), port(1, "ttyUSB1", access.clone())],
        }
    }

    fn dfu() -> Device {
        let usb = UsbId { vid: 0x1209, pid: 0x5af0 };
        Device { usb, place: "2-1".to_owned(), serial: None, product: None, ports: Vec::new() }
    }

    #[test]
    fn the_line_is_on_the_interface_of_the_board() {
        let devices = [dfu(), ft2232("1-2", &Access::Granted)];
        let port = serial_port(&by_name("icebreaker").unwrap(), &devices).unwrap();
        assert_eq!((port.interface, port.path.to_str()), (1, Some("/dev/ttyUSB1")));
    }

    #[test]
    fn boards_that_look_alike_are_all_named() {
        let boards = all().unwrap();
        let devices = [ft2232("1-2", &Access::Granted), dfu()];
        let candidates = candidates(&boards, &devices);
        let names: Vec<Vec<&str>> =
            candidates.iter().map(|c| c.boards.iter().map(|board| board.name.as_str()).collect()).collect();
        let alike = vec!["alchitry-cu", "ecpix5-45f", "ecpix5-85f", "ice40-hx8k-b-evn", "icebreaker", "icestick"];
        assert_eq!(names, [alike, vec!["orangecrab-25f"]]);
        assert_eq!(candidates.iter().map(|c| c.port.is_some()).collect::<Vec<_>>(), [true, false]);
    }

    #[test]
    fn other_devices_are_no_boards() {
        let boards = all().unwrap();
        let mouse = Device { usb: UsbId { vid: 0x046d, pid: 0xc077 }, ..dfu() };
        assert_eq!(candidates(&boards, &[mouse]), []);
    }

    #[test]
    fn every_reason_has_its_cure() {
        let icebreaker = by_name("icebreaker").unwrap();
        let said = |devices: &[Device]| serial_port(&icebreaker, devices).unwrap_err().to_string();
        assert_eq!(said(&[dfu()]), "`icebreaker` is not plugged in: there is no USB device 0403:6010");
        let forbidden = Access::Forbidden { group: Some("dialout".to_owned()) };
        assert_eq!(
            said(&[ft2232("1-2", &forbidden)]),
            "no rights to open `/dev/ttyUSB1`: install boards/udev/60-gdl2hdl.rules, as it says in its first lines; \
             or join the group `dialout` and log in again"
        );
        assert_eq!(
            said(&[ft2232("1-2", &Access::Granted), ft2232("1-3", &Access::Granted)]),
            "several USB devices may be `icebreaker`: /dev/ttyUSB1 (USB 1-2, serial number FT1-2), \
             /dev/ttyUSB1 (USB 1-3, serial number FT1-3); name the port of one"
        );
        let mut taken = ft2232("1-2", &Access::Granted);
        taken.ports.truncate(1);
        assert!(said(&[taken]).starts_with("`icebreaker`, USB device 1-2, has no serial port: unplug it "));
        assert!(said(&[ft2232("1-2", &Access::NoNode)]).contains("no such device node"));
        let orangecrab = by_name("orangecrab-25f").unwrap();
        let said = serial_port(&orangecrab, &[dfu()]).unwrap_err().to_string();
        assert!(said.starts_with("the UART of `orangecrab-25f` is not on USB: join an adapter"), "{said}");
    }
}
