//! Small submissions and a stand-in for the interposer.

#![allow(dead_code, reason = "each test program uses some of it")]
#![allow(clippy::unwrap_used, reason = "tests")]

use iccs_profiler::build::{BuildError, BuildOptions, Built, FlagSet, build};
use iccs_profiler::target::{Instance, Submission, find};
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// A KEM that calls all hash helpers and draws randomness; `{}` stands for more code.
pub(crate) fn kem(more: &str) -> String {
    format!(
        r#"#include "KEM_AlgorithmInstance.h"
{more}
typedef unsigned char u8; typedef unsigned long long u64;
u64 kem_get_pk_len_bytes(void) {{ return 32; }}
u64 kem_get_sk_len_bytes(void) {{ return 32; }}
u64 kem_get_ss_len_bytes(void) {{ return 32; }}
u64 kem_get_ct_len_bytes(void) {{ return 32; }}
int kem_keygen(u8 *pk, u64 *pl, u8 *sk, u64 *sl) {{
    get_random_number(&drng_algorithm, sk, 256); *pl = *sl = 32;
    return sm3hash(256, sk, 256, pk);
}}
int kem_enc(u8 *pk, u64 pl, u8 *ss, u64 *sl, u8 *ct, u64 *cl) {{
    u8 t[64]; *sl = *cl = 32;
    pseudoXOF(256, pk, pl * 8, ct);
    pseudohash(512, pk, pl * 8, t);
    for (int i = 0; i < 32; i++) ss[i] = t[i];
    return 0;
}}
int kem_dec(u8 *sk, u64 sl, u8 *ct, u64 cl, u8 *ss, u64 *ssl) {{
    (void)ct; (void)cl; *ssl = 32;
    return sm3hash(256, sk, sl * 8, ss);
}}
"#
    )
}

/// The header of that KEM.
pub(crate) const HEADER: &str = "#include \"auxfunc.h\"\n#include \"drng.h\"\n#define ALGORITHM_INSTANCE \"TOY\"\nextern DRNG_ctx drng_algorithm;\n";

/// A KEM that uses no helper, for tests of other things; `{more}` is put in front.
pub(crate) fn bare(more: &str) -> String {
    format!(
        "{more}\ntypedef unsigned char u8; typedef unsigned long long u64;\n\
         u64 kem_get_pk_len_bytes(void) {{ return 1; }}\nu64 kem_get_sk_len_bytes(void) {{ return 1; }}\n\
         u64 kem_get_ss_len_bytes(void) {{ return 1; }}\nu64 kem_get_ct_len_bytes(void) {{ return 1; }}\n\
         int kem_keygen(u8 *pk, u64 *pl, u8 *sk, u64 *sl) {{ (void)pk; (void)pl; (void)sk; (void)sl; return 0; }}\n\
         int kem_enc(u8 *pk, u64 pl, u8 *ss, u64 *sl, u8 *ct, u64 *cl) {{ (void)pk; (void)pl; (void)ss; (void)sl; (void)ct; (void)cl; return 0; }}\n\
         int kem_dec(u8 *sk, u64 sl, u8 *ct, u64 cl, u8 *ss, u64 *sl2) {{ (void)sk; (void)sl; (void)ct; (void)cl; (void)ss; (void)sl2; return 0; }}\n"
    )
}

/// A place for submissions, a cache and a stand-in interposer.
pub(crate) struct Place {
    pub(crate) dir: TempDir,
    pub(crate) options: BuildOptions,
}

impl Place {
    pub(crate) fn new() -> Place {
        let dir = tempfile::tempdir().unwrap();
        let interposer = dir.path().join("libiccs_interpose.so");
        let names =
            ["pseudohash", "pseudoXOF", "sm3hash", "get_random_number", "init_random_number"];
        let text: String = names
            .iter()
            .map(|name| format!("int __wrap_{name}(void) {{ return 77; }}\n"))
            .collect();
        let source = dir.path().join("standin.c");
        std::fs::write(&source, text).unwrap();
        run(Command::new("cc")
            .args(["-shared", "-fPIC", "-Wl,-soname,libiccs_interpose.so", "-o"])
            .arg(&interposer)
            .arg(&source));
        let options = BuildOptions {
            cc: "cc".into(),
            flags: FlagSet::Guide,
            cache_dir: dir.path().join("cache"),
            helpers: None,
            interposer,
        };
        Place { dir, options }
    }

    /// Writes a file below the submission's folder.
    pub(crate) fn file(&self, name: impl AsRef<Path>, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.root().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        path
    }

    pub(crate) fn root(&self) -> PathBuf {
        self.dir.path().join("submission")
    }

    pub(crate) fn find(&self) -> Submission {
        find(&self.root()).unwrap()
    }

    /// The only instance there is.
    pub(crate) fn instance(&self) -> Instance {
        let mut submission = self.find();
        assert_eq!(submission.instances.len(), 1, "{submission:#?}");
        submission.instances.remove(0)
    }

    pub(crate) fn try_build(&self) -> Result<Built, BuildError> {
        build(&self.instance(), &self.options)
    }

    pub(crate) fn build(&self) -> Built {
        self.try_build().unwrap_or_else(|error| panic!("{error}"))
    }
}

pub(crate) fn run(command: &mut Command) {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Compiles one source with further flags, for archives.
pub(crate) fn object(source: &Path, flags: &[&str]) -> PathBuf {
    let object = source.with_extension("o");
    run(Command::new("cc").args(flags).arg("-c").arg(source).arg("-o").arg(&object));
    object
}

/// Symbols of the dynamic table, `U name` or `D name`.
pub(crate) fn dynamic_symbols(library: &Path) -> Vec<String> {
    let output = Command::new("nm").arg("-D").arg(library).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines()
        .map(|line| {
            let mut words = line.split_whitespace().rev();
            let name = words.next().unwrap_or_default();
            let kind = words.next().unwrap_or_default();
            let kind = if kind == "U" || kind == "w" { "U" } else { "D" };
            format!("{kind} {name}")
        })
        .collect()
}

/// Calls an `int f(void)` of a library; the library must need nothing but libc.
pub(crate) fn call(library: &Path, function: &str) -> i32 {
    let text = format!(
        "#include <dlfcn.h>\n#include <stdio.h>\nint main(int c, char **v) {{ (void)c; void *h = dlopen(v[1], RTLD_NOW);\n\
         if (!h) {{ puts(dlerror()); return 1; }}\nint (*f)(void) = (int (*)(void))dlsym(h, \"{function}\");\n\
         printf(\"%d\", f()); return 0; }}\n"
    );
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("call.c");
    std::fs::write(&source, text).unwrap();
    let binary = folder.path().join("call");
    run(Command::new("cc").arg(&source).arg("-o").arg(&binary).arg("-ldl"));
    let output = Command::new(&binary).arg(library).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    String::from_utf8(output.stdout).unwrap().parse().unwrap()
}
