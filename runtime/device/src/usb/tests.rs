use super::*;
use tempfile::TempDir;

/// A folder like `/` with a few devices.
struct Root(TempDir);

impl Root {
    fn new() -> Self {
        let root = Self(tempfile::tempdir().unwrap());
        root.write("sys/bus/usb/devices/usb1/idVendor", "1d6b\n");
        root.write("sys/bus/usb/devices/usb1/idProduct", "0002\n");
        root
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn device(&self, place: &str, [vid, pid, serial]: [&str; 3]) {
        for (name, text) in [("idVendor", vid), ("idProduct", pid), ("serial", serial)] {
            self.write(&format!("sys/bus/usb/devices/{place}/{name}"), format!("{text}\n"));
        }
    }

    /// An interface with a port, in the folder where its kind of driver puts it.
    fn port(&self, place: &str, interface: &str, port: &str) {
        let folder = format!("sys/bus/usb/devices/{place}:1.{interface}");
        self.write(&format!("{folder}/bInterfaceNumber"), format!("{interface:0>2}\n"));
        self.write(&format!("{folder}/{port}/dev"), "188:0\n");
        let name = port.rsplit('/').next().unwrap();
        self.write(&format!("dev/{name}"), "");
    }
}

fn paths(device: &Device) -> Vec<(u8, &str)> {
    device.ports.iter().map(|port| (port.interface, port.path.to_str().unwrap())).collect()
}

#[test]
fn a_system_without_usb_has_no_devices() {
    let empty = tempfile::tempdir().unwrap();
    assert_eq!(devices(empty.path()).unwrap(), []);
}

#[test]
fn devices_have_their_ports_by_interface() {
    let root = Root::new();
    root.device("1-2", ["0403", "6010", "FT1ABC"]);
    root.port("1-2", "1", "ttyUSB3");
    root.port("1-2", "0", "ttyUSB12");
    root.device("1-2.1", ["0d28", "0204", ""]);
    root.port("1-2.1", "1", "tty/ttyACM0");
    root.write("sys/bus/usb/devices/1-2.1:1.0/bInterfaceNumber", "00\n");
    let found = devices(root.0.path()).unwrap();
    let places: Vec<&str> = found.iter().map(|device| device.place.as_str()).collect();
    assert_eq!(places, ["1-2", "1-2.1", "usb1"]);
    assert_eq!((found[0].usb.to_string(), found[0].serial.as_deref()), ("0403:6010".to_owned(), Some("FT1ABC")));
    assert_eq!(paths(&found[0]), [(0, "/dev/ttyUSB12"), (1, "/dev/ttyUSB3")]);
    assert_eq!((paths(&found[1]), found[1].serial.as_deref()), (vec![(1, "/dev/ttyACM0")], None));
    assert!(found[0].ports.iter().all(|port| port.access == Access::Granted));
}

#[test]
fn ports_without_rights_and_without_nodes_are_told_apart() {
    let root = Root::new();
    root.device("1-2", ["0403", "6010", "x"]);
    root.port("1-2", "0", "ttyUSB0");
    root.port("1-2", "1", "ttyUSB1");
    fs::remove_file(root.path("dev/ttyUSB0")).unwrap();
    let group = fs::metadata(root.path("dev/ttyUSB1")).unwrap().gid();
    root.write("etc/group", format!("root:x:4294967295:\ndialout:x:{group}:someone\n"));
    // Root may open everything: who may not is decided here.
    let nobody = |path: &Path| match may_open(path) {
        Ok(()) => Err(io::Error::from(ErrorKind::PermissionDenied)),
        error => error,
    };
    let found = devices_with(root.0.path(), &nobody).unwrap();
    let accesses: Vec<&Access> = found[0].ports.iter().map(|port| &port.access).collect();
    assert_eq!(accesses, [&Access::NoNode, &Access::Forbidden { group: Some("dialout".to_owned()) }]);
    fs::remove_file(root.path("etc/group")).unwrap();
    let found = devices_with(root.0.path(), &nobody).unwrap();
    assert_eq!(found[0].ports[1].access, Access::Forbidden { group: None });
}

#[test]
fn what_devices_say_can_do_no_harm() {
    let root = Root::new();
    root.device("1-2", ["0403", "6010", "\u{1b}[2Jx\ny"]);
    root.write("sys/bus/usb/devices/1-2/product", b"\xff\xfe");
    root.device("1-3", ["no", "hex", ""]);
    root.device("1-4", ["0403", "6015", &"z".repeat(5000)]);
    let found = devices(root.0.path()).unwrap();
    let places: Vec<&str> = found.iter().map(|device| device.place.as_str()).collect();
    assert_eq!(places, ["1-2", "1-4", "usb1"]);
    assert_eq!(found[0].serial.as_deref(), Some("[2Jxy"));
    assert_eq!(found[0].product.as_deref(), Some("\u{fffd}\u{fffd}"));
    assert_eq!(found[1].serial.as_ref().map(String::len), Some(MAX_ATTRIBUTE));
}
