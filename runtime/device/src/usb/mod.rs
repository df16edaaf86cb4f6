//! USB devices and the serial ports they have, as Linux tells of them under `/sys`. What they are is judged in
//! `gdl2hdl_boards::usb`. No device is opened or changed.

#[cfg(test)]
mod tests;

use gdl2hdl_boards::UsbId;
use gdl2hdl_boards::usb::{Access, Device, Port};
use std::fs;
use std::io::{self, ErrorKind};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// What the system says could not be read.
#[derive(Debug, Error)]
#[error("cannot read `{}`: {source}", gdl2hdl_verilate::files::shown(.path))]
pub struct UsbError {
    /// The file or folder.
    pub path: PathBuf,
    /// Why.
    pub source: io::Error,
}

/// Longest attribute of a device: they come from the devices, which may say anything.
const MAX_ATTRIBUTE: usize = 128;

/// All USB devices that are plugged in, sorted by their places. **Shape:** `root` is the folder where `sys`, `dev` and
/// `etc` are: `/`. A system without USB has no devices; one that is unplugged meanwhile is left out.
///
/// # Errors
/// When something there can't be read.
pub fn devices(root: &Path) -> Result<Vec<Device>, UsbError> {
    devices_with(root, &may_open)
}

/// The same with another judge of what may be opened.
fn devices_with(root: &Path, may_open: &dyn Fn(&Path) -> io::Result<()>) -> Result<Vec<Device>, UsbError> {
    let folder = root.join("sys/bus/usb/devices");
    let names = entries(&folder)?;
    let mut devices = Vec::new();
    // Names with a colon are interfaces of the device before it.
    for place in names.iter().filter(|name| !name.contains(':')) {
        let Some(usb) = identity(&folder.join(place))? else { continue };
        let of_device = |name: &&String| name.strip_prefix(place).is_some_and(|rest| rest.starts_with(':'));
        let mut ports = Vec::new();
        for interface in names.iter().filter(of_device) {
            ports.extend(port(root, &folder.join(interface), may_open)?);
        }
        ports.sort_by_key(|port| port.interface);
        let serial = attribute(&folder.join(place).join("serial"))?;
        let product = attribute(&folder.join(place).join("product"))?;
        devices.push(Device { usb, place: place.clone(), serial, product, ports });
    }
    Ok(devices)
}

/// What a device calls itself; `None` for what is no device, or is gone.
fn identity(device: &Path) -> Result<Option<UsbId>, UsbError> {
    let hex = |text: Option<String>| text.and_then(|text| u16::from_str_radix(&text, 16).ok());
    let [vid, pid] = [attribute(&device.join("idVendor"))?, attribute(&device.join("idProduct"))?].map(hex);
    Ok(vid.zip(pid).map(|(vid, pid)| UsbId { vid, pid }))
}

/// The serial port of an interface, if it has one.
fn port(root: &Path, interface: &Path, may_open: &dyn Fn(&Path) -> io::Result<()>) -> Result<Option<Port>, UsbError> {
    let number = attribute(&interface.join("bInterfaceNumber"))?;
    let Some(number) = number.and_then(|text| u8::from_str_radix(&text, 16).ok()) else { return Ok(None) };
    let Some(name) = tty(interface)? else { return Ok(None) };
    let path = Path::new("/dev").join(&name);
    let access = access(root, &root.join("dev").join(&name), may_open)?;
    Ok(Some(Port { interface: number, path, access }))
}

/// Name of an interface's port. Drivers of adapters make a folder `ttyUSB0` of it, those of modems `tty/ttyACM0`.
fn tty(interface: &Path) -> Result<Option<String>, UsbError> {
    let mut names = entries(interface)?;
    if names.iter().any(|name| name == "tty") {
        names = entries(&interface.join("tty"))?;
    }
    Ok(names.into_iter().find(|name| name.len() > 3 && name.starts_with("tty")))
}

fn access(root: &Path, node: &Path, may_open: &dyn Fn(&Path) -> io::Result<()>) -> Result<Access, UsbError> {
    match may_open(node) {
        Ok(()) => Ok(Access::Granted),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Access::NoNode),
        Err(error) if error.kind() == ErrorKind::PermissionDenied => {
            Ok(Access::Forbidden { group: group(root, node)? })
        }
        Err(source) => Err(UsbError { path: node.to_owned(), source }),
    }
}

/// Asks the system, without opening: to open a port is to move its control lines.
fn may_open(node: &Path) -> io::Result<()> {
    use rustix::fs::Access;
    Ok(rustix::fs::access(node, Access::READ_OK | Access::WRITE_OK)?)
}

/// Name of the group a node belongs to; `None` when the system has no name for it.
fn group(root: &Path, node: &Path) -> Result<Option<String>, UsbError> {
    let id = match fs::metadata(node) {
        Ok(metadata) => metadata.gid().to_string(),
        Err(error) if is_gone(&error) => return Ok(None),
        Err(source) => return Err(UsbError { path: node.to_owned(), source }),
    };
    let groups = text(&root.join("etc/group"))?.unwrap_or_default();
    // name:password:id:members
    let named = groups.lines().find(|line| line.split(':').nth(2) == Some(&id));
    Ok(named.and_then(|line| line.split(':').next()).map(str::to_owned))
}

/// Names in a folder, sorted; none when it is not there.
fn entries(folder: &Path) -> Result<Vec<String>, UsbError> {
    let fail = |source| UsbError { path: folder.to_owned(), source };
    let listed = match fs::read_dir(folder) {
        Ok(listed) => listed,
        Err(error) if is_gone(&error) => return Ok(Vec::new()),
        Err(error) => return Err(fail(error)),
    };
    let mut names = Vec::new();
    for entry in listed {
        // The kernel's names are ASCII; others are none of its.
        names.extend(entry.map_err(fail)?.file_name().into_string().ok());
    }
    names.sort();
    Ok(names)
}

/// An attribute of a device, on one line of printable characters; `None` when the device has none, or is gone.
fn attribute(path: &Path) -> Result<Option<String>, UsbError> {
    let shown = |text: String| text.trim().chars().filter(|c| !c.is_control()).take(MAX_ATTRIBUTE).collect::<String>();
    Ok(text(path)?.map(shown).filter(|text| !text.is_empty()))
}

/// A file's text; bytes that are no UTF-8 are replaced. `None` when it is not there.
fn text(path: &Path) -> Result<Option<String>, UsbError> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
        Err(error) if is_gone(&error) => Ok(None),
        Err(source) => Err(UsbError { path: path.to_owned(), source }),
    }
}

/// Whether something was never there, or was unplugged while it was read.
fn is_gone(error: &io::Error) -> bool {
    const NO_SUCH_DEVICE: i32 = 19;
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
        || error.raw_os_error() == Some(NO_SUCH_DEVICE)
}
