//! Names of Arm processors, which `/proc/cpuinfo` gives as numbers only.
//!
//! Source: the MIDR_EL1 implementer and part numbers that makers publish in their processors'
//! reference manuals, as the kernel's `cputype.h` has them.

const ARM: u32 = 0x41;
const CAVIUM: u32 = 0x43;
const FUJITSU: u32 = 0x46;
const HISILICON: u32 = 0x48;
const NVIDIA: u32 = 0x4e;
const QUALCOMM: u32 = 0x51;
const APPLE: u32 = 0x61;
const PHYTIUM: u32 = 0x70;
const AMPERE: u32 = 0xc0;

const PARTS: [(u32, u32, &str); 44] = [
    (ARM, 0xd03, "ARM Cortex-A53"),
    (ARM, 0xd04, "ARM Cortex-A35"),
    (ARM, 0xd05, "ARM Cortex-A55"),
    (ARM, 0xd07, "ARM Cortex-A57"),
    (ARM, 0xd08, "ARM Cortex-A72"),
    (ARM, 0xd09, "ARM Cortex-A73"),
    (ARM, 0xd0a, "ARM Cortex-A75"),
    (ARM, 0xd0b, "ARM Cortex-A76"),
    (ARM, 0xd0c, "ARM Neoverse-N1"),
    (ARM, 0xd0d, "ARM Cortex-A77"),
    (ARM, 0xd40, "ARM Neoverse-V1"),
    (ARM, 0xd41, "ARM Cortex-A78"),
    (ARM, 0xd44, "ARM Cortex-X1"),
    (ARM, 0xd46, "ARM Cortex-A510"),
    (ARM, 0xd47, "ARM Cortex-A710"),
    (ARM, 0xd48, "ARM Cortex-X2"),
    (ARM, 0xd49, "ARM Neoverse-N2"),
    (ARM, 0xd4b, "ARM Cortex-A78C"),
    (ARM, 0xd4d, "ARM Cortex-A715"),
    (ARM, 0xd4e, "ARM Cortex-X3"),
    (ARM, 0xd4f, "ARM Neoverse-V2"),
    (ARM, 0xd80, "ARM Cortex-A520"),
    (ARM, 0xd81, "ARM Cortex-A720"),
    (ARM, 0xd82, "ARM Cortex-X4"),
    (ARM, 0xd84, "ARM Neoverse-V3"),
    (ARM, 0xd8e, "ARM Neoverse-N3"),
    (CAVIUM, 0x0af, "Cavium ThunderX2"),
    (FUJITSU, 0x001, "Fujitsu A64FX"),
    (HISILICON, 0xd01, "HiSilicon TaiShan v110"),
    (HISILICON, 0xd02, "HiSilicon TaiShan v120"),
    (NVIDIA, 0x004, "NVIDIA Carmel"),
    (QUALCOMM, 0x001, "Qualcomm Oryon"),
    (QUALCOMM, 0x802, "Qualcomm Kryo 3XX Gold"),
    (QUALCOMM, 0x804, "Qualcomm Kryo 4XX Gold"),
    (APPLE, 0x022, "Apple M1 Icestorm"),
    (APPLE, 0x023, "Apple M1 Firestorm"),
    (APPLE, 0x032, "Apple M2 Blizzard"),
    (APPLE, 0x033, "Apple M2 Avalanche"),
    (PHYTIUM, 0x660, "Phytium FTC660"),
    (PHYTIUM, 0x661, "Phytium FTC661"),
    (PHYTIUM, 0x662, "Phytium FTC662"),
    (PHYTIUM, 0x663, "Phytium FTC663"),
    (AMPERE, 0xac3, "Ampere-1"),
    (AMPERE, 0xac4, "Ampere-1a"),
];

/// The processor's name, or its numbers.
pub(super) fn name(implementer: u32, part: u32) -> String {
    let known = PARTS.iter().find(|(by, number, _)| (*by, *number) == (implementer, part));
    known.map_or_else(
        || format!("Arm processor (implementer {implementer:#x}, part {part:#x})"),
        |(.., name)| (*name).to_owned(),
    )
}
