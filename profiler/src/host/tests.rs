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
const ARM_1: [(&str, &str); 19] = [
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
    ("proc/device-tree/model", "ASUS Vivobook S 15\0"),
    ("sys/class/dmi/id/sys_vendor", "ASUSTeK COMPUTER INC.\n"),
    ("sys/class/dmi/id/product_name", "ASUS Vivobook S 15 S5507QA\n"),
    ("sys/devices/system/cpu/modalias", "cpu:type:aarch64:feature:,0000,0001\n"),
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
            "the machine is busy: load over 0.5 a processor -> ",
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

/// What is wrong with a machine for measuring on a processor, with what mends it.
fn problems(architecture: &'static str, files: &[(&str, &str)], cpu: usize) -> Vec<String> {
    let root = recorded(files);
    let problems = Host::recorded(root.path(), architecture, Ok(())).problems(cpu);
    let text = |problem: &Problem| match problem.remedy() {
        Some(remedy) => format!("{problem} -> {remedy}"),
        None => problem.to_string(),
    };
    problems.iter().map(text).collect()
}

#[test]
fn a_hybrid_is_fit_on_its_performance_cores_only() {
    let of_intel = [
        ("sys/devices/system/cpu/online", "0-7\n"),
        ("sys/devices/system/cpu/modalias", "cpu:type:x86,ven0000fam0006mod009A:feature:,0000\n"),
        ("sys/devices/system/cpu/smt/control", "off\n"),
        ("sys/devices/system/cpu/intel_pstate/no_turbo", "1\n"),
        ("sys/devices/cpu_core/cpus", "0-3\n"),
        ("sys/devices/cpu_atom/cpus", "4-7\n"),
        ("sys/class/dmi/id/product_name", "ThinkPad\n"),
    ];
    assert_eq!(problems("x86_64", &of_intel, 2), [""; 0]);
    assert_eq!(
        problems("x86_64", &of_intel, 5),
        ["CPU 5 is an efficiency core -> measure on one of 0-3: --cpu N"]
    );
    let capacity = |cpu: usize| format!("sys/devices/system/cpu/cpu{cpu}/cpu_capacity");
    let paths: Vec<String> = (0..4).map(capacity).collect();
    let mut of_arm = vec![("sys/devices/system/cpu/online", "0-3\n")];
    of_arm.extend(paths.iter().map(String::as_str).zip(["383\n", "1000\n", "1024\n", "383\n"]));
    assert_eq!(problems("aarch64", &of_arm, 1), [""; 0]);
    assert_eq!(
        problems("aarch64", &of_arm, 3),
        ["CPU 3 is an efficiency core -> measure on one of 1-2: --cpu N"]
    );
}

#[test]
fn virtual_and_emulated_machines_are_told_from_others() {
    const VIRTUAL: &str = "virtual machine: others decide when it runs, and how fast";
    let of_arm = |path, text| problems("aarch64", &[(path, text)], 0);
    assert_eq!(of_arm("proc/device-tree/model", "linux,dummy-virt\0"), [VIRTUAL]);
    assert_eq!(of_arm("proc/device-tree/hypervisor/compatible", "linux,kvm\0"), [VIRTUAL]);
    assert_eq!(of_arm("sys/class/dmi/id/product_name", "KVM Virtual Machine\n"), [VIRTUAL]);
    assert_eq!(of_arm("sys/class/dmi/id/sys_vendor", "Amazon EC2\n"), [VIRTUAL]);
    let metal = [
        ("sys/class/dmi/id/sys_vendor", "Amazon EC2\n"),
        ("sys/class/dmi/id/product_name", "c7g.metal\n"),
    ];
    assert_eq!(problems("aarch64", &metal, 0), [""; 0]);
    let root = recorded(&metal);
    let environment = Host::recorded(root.path(), "aarch64", Ok(())).environment(None, None);
    assert_eq!(environment.machine.as_deref(), Some("Amazon EC2 c7g.metal"));
    for (path, text) in [
        ("sys/devices/system/cpu/modalias", "cpu:type:x86,ven0002fam0019mod0001:feature:,0000\n"),
        ("proc/sys/kernel/arch", "x86_64\n"),
    ] {
        assert_eq!(of_arm(path, text), ["the processor is emulated: times mean nothing"]);
        assert_eq!(problems("x86_64", &[(path, text)], 0), [""; 0]);
        let root = recorded(&[(path, text)]);
        let host = |architecture| Host::recorded(root.path(), architecture, Ok(()));
        assert!(host("aarch64").environment(None, None).is_emulated());
        assert!(!host("x86_64").environment(None, None).is_emulated());
    }
}

#[test]
fn boost_has_a_switch_for_all_processors_or_for_each() {
    let all = ("sys/devices/system/cpu/cpufreq/boost", "1\n");
    let each = ("sys/devices/system/cpu/cpu1/cpufreq/boost", "1\n");
    let switch = |path: &str| [format!("turbo is on -> echo 0 | sudo tee /{path}")];
    assert_eq!(problems("x86_64", &[all, each], 1), switch(all.0));
    assert_eq!(problems("x86_64", &[each], 1), switch(each.0));
    assert_eq!(problems("x86_64", &[each], 0), [""; 0]);
}

#[test]
fn power_and_heat_are_seen() {
    let supply =
        |name: &str, text: &'static str| (format!("sys/class/power_supply/BAT0/{name}"), text);
    let mut battery = vec![supply("type", "Battery\n"), supply("status", "Discharging\n")];
    let found = |files: &[(String, &'static str)]| {
        let files: Vec<_> = files.iter().map(|(path, text)| (path.as_str(), *text)).collect();
        problems("x86_64", &files, 0)
    };
    assert_eq!(found(&battery), ["the machine runs on its battery -> connect it to the mains"]);
    battery.push(supply("scope", "Device\n"));
    assert_eq!(found(&battery), [""; 0]);
    let root =
        recorded(&[("sys/devices/system/cpu/cpu2/thermal_throttle/core_throttle_count", "41\n")]);
    let host = Host::recorded(root.path(), "x86_64", Ok(()));
    let mut end = host.state(Some(2), None);
    let (start, mut record) = (end.clone(), crate::record::TimingRecord::default());
    start.describe(&end, &mut record);
    assert_eq!(record.host_problems, [""; 0]);
    end.throttles = Some(43);
    start.describe(&end, &mut record);
    assert_eq!(record.host_problems, ["the processor was slowed for heat 2 times"]);
}
