//! What a machine is: its processor, its maker, its memory, its system.

use super::{Host, part};

/// Model of a board that a hypervisor makes up.
const VIRTUAL_BOARD: &str = "linux,dummy-virt";

/// Words in the names of virtual machines' makers and products.
const VIRTUAL_PRODUCTS: [&str; 13] = [
    "KVM",
    "QEMU",
    "VMware",
    "VirtualBox",
    "Virtual Machine",
    "Virtualization",
    "Parallels",
    "Bochs",
    "Xen",
    "OpenStack",
    "Amazon EC2",
    "Google Compute Engine",
    "Alibaba Cloud",
];

impl Host {
    pub(super) fn cpu_model(&self, cpu: usize) -> Option<String> {
        let info = self.text("/proc/cpuinfo")?;
        let blocks: Vec<&str> = info.split("\n\n").collect();
        let value = |block: &str, key: &str| {
            block.lines().find_map(|line| {
                let (name, value) = line.split_once(':')?;
                (name.trim() == key).then(|| value.trim().to_owned())
            })
        };
        let is_it = |block: &&str| value(block, "processor") == Some(cpu.to_string());
        let block = blocks.iter().copied().find(is_it).or(blocks.first().copied())?;
        value(block, "model name").or_else(|| {
            let number = |key: &str| {
                let text = value(block, key)?;
                u32::from_str_radix(text.trim_start_matches("0x"), 16).ok()
            };
            Some(part::name(number("CPU implementer")?, number("CPU part")?))
        })
    }

    pub(super) fn machine(&self) -> Option<String> {
        // Written by those who know the board; what firmware says is often less.
        let model = self.text("/proc/device-tree/model").filter(|model| model != VIRTUAL_BOARD);
        model.or_else(|| {
            let product = self.dmi("product_name")?;
            Some(match self.dmi("sys_vendor") {
                Some(vendor) if !product.starts_with(&vendor) => format!("{vendor} {product}"),
                _ => product,
            })
        })
    }

    fn dmi(&self, name: &str) -> Option<String> {
        self.text(&format!("/sys/class/dmi/id/{name}"))
    }

    pub(super) fn is_virtual(&self) -> bool {
        let info = self.text("/proc/cpuinfo").unwrap_or_default();
        let flag = |line: &str| {
            line.starts_with("flags") && line.split_whitespace().any(|flag| flag == "hypervisor")
        };
        // Processors other than x86's do not tell.
        let product = ["sys_vendor", "product_name"].into_iter().filter_map(|name| self.dmi(name));
        let product = product.collect::<Vec<_>>().join(" ");
        let is_known = VIRTUAL_PRODUCTS.iter().any(|name| product.contains(name));
        info.lines().any(flag)
            || is_known && !product.contains(".metal")
            || self.text("/sys/hypervisor/type").is_some()
            || self.text("/proc/device-tree/hypervisor/compatible").is_some()
            || self.text("/proc/device-tree/model").as_deref() == Some(VIRTUAL_BOARD)
    }

    /// Whether programs of this architecture run here by emulation of the processor: the kernel is
    /// of another one.
    pub(super) fn is_emulated(&self) -> bool {
        let kernel = self.text("/proc/sys/kernel/arch").or_else(|| {
            // "cpu:type:x86,ven0000..." or "cpu:type:aarch64:feature..."
            let alias = self.text("/sys/devices/system/cpu/modalias")?;
            let kind = alias.strip_prefix("cpu:type:")?.split([',', ':']).next()?;
            Some(if kind == "x86" { "x86_64" } else { kind }.to_owned())
        });
        kernel.is_some_and(|kernel| kernel != self.architecture)
    }

    pub(super) fn memory_kib(&self) -> Option<u64> {
        let info = self.text("/proc/meminfo")?;
        let total = info.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
        total.trim().strip_suffix("kB")?.trim().parse().ok()
    }

    pub(super) fn os(&self) -> Option<String> {
        let release = self.text("/etc/os-release").or_else(|| self.text("/usr/lib/os-release"))?;
        let name = release.lines().find_map(|line| line.strip_prefix("PRETTY_NAME="))?;
        Some(name.trim_matches('"').to_owned())
    }
}
