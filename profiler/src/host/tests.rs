//! Machines as they were recorded.

use super::*;
use tempfile::TempDir;

fn recorded(files: &[(&str, &str)]) -> TempDir {
    let root = TempDir::new().unwrap();
    for (path, text) in files {
        let path = root.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    root
}

/// The machine of the published arm_1 data, as far as its environment block tells.
const ARM_1: [(&str, &str); 15] = [
    ("proc/sys/kernel/hostname", "vivo\n"),
    ("proc/sys/kernel/osrelease", "7.0.0-34-generic\n"),
    ("proc/sys/kernel/perf_event_paranoid", "2\n"),
    ("proc/meminfo", "MemTotal:       31295756 kB\nMemFree: 1 kB\n"),
    (
        "proc/cpuinfo",
        "processor\t: 0\nBogoMIPS\t: 38.40\nCPU implementer\t: 0x51\nCPU part\t: 0x001\n\n\
         processor\t: 3\nCPU implementer\t: 0x51\nCPU part\t: 0x001\n",
    ),
    ("proc/loadavg", "0.30 4.04 3.97 1/900 4242\n"),
    ("etc/os-release", "NAME=\"Ubuntu\"\nPRETTY_NAME=\"Ubuntu 26.04.1 LTS\"\n"),
    ("sys/devices/system/cpu/online", "0-11\n"),
    ("sys/devices/system/cpu/smt/control", "notsupported\n"),
    ("sys/devices/system/cpu/cpufreq/boost", "0\n"),
    ("sys/devices/system/cpu/cpu3/cpufreq/scaling_governor", "performance\n"),
    ("sys/devices/system/cpu/cpu3/cpufreq/scaling_driver", "scmi\n"),
    ("sys/devices/system/cpu/cpu3/cpufreq/scaling_min_freq", "2707200\n"),
    ("sys/devices/system/cpu/cpu3/cpufreq/scaling_max_freq", "2707200\n"),
    ("sys/devices/system/cpu/cpu3/cpufreq/cpuinfo_avg_freq", "2703375\n"),
];

#[test]
fn the_published_environment_comes_out() {
    let root = recorded(&ARM_1);
    let dmi = root.path().join("sys/class/dmi/id");
    fs::create_dir_all(&dmi).unwrap();
    fs::write(dmi.join("product_name"), "ASUS Vivobook S 15\n").unwrap();
    let host = Host::recorded(root.path(), "aarch64", Ok(()));
    let compiler = "gcc (Ubuntu 15.2.0-16ubuntu1) 15.2.0".to_owned();
    let mut found = serde_json::to_value(host.environment(Some(3), Some(compiler))).unwrap();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/arm_1");
    let record = fs::read(format!("{folder}/records/kem-41/ZEN_128__keygen.json")).unwrap();
    let record: serde_json::Value = serde_json::from_slice(&record).unwrap();
    let mut published = record["environment"].clone();
    // Not of the machine: tools of the harness, and clocks that were measured.
    for key in ["cmake", "python"] {
        published[key].take();
    }
    for key in ["core_clock_hz", "core_clock_min_hz", "core_clock_max_hz", "core_clock_mhz"] {
        published[key].take();
        found[key].take();
    }
    assert_eq!(found, published);
    assert_eq!(host.problems(3), []);
    assert_eq!(host.fixed_hz(3), Some(2_707_200_000.0));
    assert_eq!(host.load_average(), [0.3, 4.04, 3.97]);
}

#[test]
fn an_unfit_machine_has_every_problem_named_with_its_remedy() {
    let root = recorded(&[
        ("proc/cpuinfo", "processor\t: 0\nmodel name\t: Some CPU\nflags\t\t: fpu hypervisor\n"),
        ("proc/loadavg", "7.9 1 1 1/2 3\n"),
        ("sys/devices/system/cpu/online", "0-3\n"),
        ("sys/devices/system/cpu/smt/control", "on\n"),
        ("sys/devices/system/cpu/intel_pstate/no_turbo", "0\n"),
        ("sys/devices/cpu_core/cpus", "0-1\n"),
        ("sys/devices/system/cpu/cpu3/cpufreq/scaling_governor", "powersave\n"),
        ("sys/devices/system/cpu/cpu3/cpufreq/scaling_min_freq", "800000\n"),
        ("sys/devices/system/cpu/cpu3/cpufreq/scaling_max_freq", "4200000\n"),
    ]);
    let host = Host::recorded(root.path(), "x86_64", Err(Unavailable::Paranoid));
    let found: Vec<String> = host
        .problems(3)
        .iter()
        .map(|problem| format!("{problem} -> {}", problem.remedy().unwrap_or_default()))
        .collect();
    assert_eq!(
        found,
        [
            "hardware cycle counter unavailable: set kernel.perf_event_paranoid=2 -> \
             sudo sysctl kernel.perf_event_paranoid=2",
            "the clock follows the load: governor powersave, not performance -> \
             sudo cpupower frequency-set -g performance",
            "the clock of CPU 3 is not fixed: 800000 to 4200000 kHz -> \
             sudo cpupower frequency-set -d 4200000kHz -u 4200000kHz",
            "turbo is on -> echo 1 | sudo tee /sys/devices/system/cpu/intel_pstate/no_turbo",
            "SMT is on: another thread may share the core -> \
             echo off | sudo tee /sys/devices/system/cpu/smt/control",
            "virtual machine: others decide when it runs, and how fast -> ",
            "the machine is busy: load 7.9 on 4 processors -> ",
            "CPU 3 is an efficiency core -> measure on one of 0-1: --cpu N",
        ]
    );
    assert_eq!(host.fixed_hz(3), None);
    assert_eq!(host.environment(None, None).cpu_model.as_deref(), Some("Some CPU"));
}

#[test]
fn a_machine_that_tells_nothing_is_null_and_no_panic() {
    let root = recorded(&[("proc/cpuinfo", ":::\n\n\0"), ("proc/meminfo", "MemTotal: x kB")]);
    let host = Host::recorded(root.path(), "aarch64", Err(Unavailable::None));
    let environment = host.environment(None, None);
    assert_eq!((environment.cpu_model, environment.memory_total_kib), (None, None));
    assert_eq!(host.problems(0), [Problem::NoCycles(Unavailable::None)]);
}

#[test]
fn unknown_arm_processors_keep_their_numbers() {
    assert_eq!(part::name(0x41, 0xd0c), "ARM Neoverse-N1");
    assert_eq!(part::name(0x41, 0xfff), "Arm processor (implementer 0x41, part 0xfff)");
}
