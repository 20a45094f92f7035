//! Compiles the interposer's three shared objects, which the library carries in itself
//! (`src/interposer.rs`), so that one executable is all there is to install.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    let manifest = PathBuf::from(variable("CARGO_MANIFEST_DIR"));
    let source = manifest.join("../interpose/src");
    println!("cargo::rerun-if-changed={}", source.display());
    for exports in ["wrap", "preload", "heap"] {
        let output =
            Path::new(&variable("OUT_DIR")).join(format!("libiccs_interpose_{exports}.so"));
        compile(&source.join("lib.rs"), exports, &output);
    }
}

/// The compiler's own options rather than cargo's profile: the measured process gets the same
/// code from every build of the tool.
fn compile(source: &Path, exports: &str, output: &Path) {
    let mut rustc = Command::new(variable("RUSTC"));
    rustc
        .args(["--edition", "2024", "--crate-name", "iccs_interpose", "--crate-type", "cdylib"])
        .args(["-C", "opt-level=3", "-C", "panic=abort", "-C", "strip=debuginfo"])
        .args(["-C", "codegen-units=1", "--cfg", "iccs_interposer"])
        .args(["--cfg", &format!("iccs_exports=\"{exports}\""), "--target", &variable("TARGET")])
        // Undefined symbols are refused: with code that can panic come some that only the
        // standard library defines.
        .args(["-C", "link-arg=-Wl,-soname,libiccs_interpose.so,-z,nodelete,-z,now,-z,defs"])
        .args(["-C", "link-arg=-lc"])
        .arg(source)
        .arg("-o")
        .arg(output);
    if let Ok(linker) = env::var("RUSTC_LINKER") {
        rustc.arg("-C").arg(format!("linker={linker}"));
    }
    match rustc.status() {
        Ok(status) if status.success() => {}
        Ok(status) => panic!("compiling the interposer failed ({status}): {rustc:?}"),
        Err(error) => panic!("cannot run the compiler {rustc:?}: {error}"),
    }
}

fn variable(name: &str) -> String {
    env::var(name).unwrap_or_else(|_| panic!("cargo did not set {name}"))
}
