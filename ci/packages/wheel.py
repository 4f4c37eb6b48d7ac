"""wheel.py PROGRAM VERSION PLATFORM DESCRIPTION REPOSITORY FOLDER: a wheel that puts the program on PATH.

There is no Python in it, so nothing is built: a wheel is an archive with a list of what it holds.
"""

import base64
import hashlib
import os
import sys
import zipfile

program, version, platform, description, repository, folder = sys.argv[1:]
info = f"sayl-{version}.dist-info"
with open("README.md", encoding="utf-8") as page:
    readme = page.read()
with open("LICENSE", encoding="utf-8") as page:
    licence = page.read()
urls = f"Project-URL: Repository, {repository}\n" if repository else ""
metadata = f"""Metadata-Version: 2.4
Name: sayl
Version: {version}
Summary: {description}
Keywords: yaml,ytt,carvel,openchoreo,schema,language-server,linter
License-Expression: Apache-2.0
License-File: LICENSE
Classifier: Environment :: Console
Classifier: Intended Audience :: Developers
Classifier: Topic :: Software Development :: Quality Assurance
{urls}Requires-Python: >=3.8
Description-Content-Type: text/markdown

{readme}"""
tags = "".join(f"Tag: py3-none-{tag}\n" for tag in platform.split("."))
wheel = f"Wheel-Version: 1.0\nGenerator: sayl\nRoot-Is-Purelib: false\n{tags}"
with open(program, "rb") as file:
    contents = {f"sayl-{version}.data/scripts/{os.path.basename(program)}": file.read()}
contents[f"{info}/METADATA"] = metadata.encode()
contents[f"{info}/WHEEL"] = wheel.encode()
contents[f"{info}/licenses/LICENSE"] = licence.encode()

path = os.path.join(folder, f"sayl-{version}-py3-none-{platform}.whl")
with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
    record = ""
    for name, content in contents.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        record += f"{name},sha256={digest},{len(content)}\n"
    contents[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()
    for name, content in contents.items():
        entry = zipfile.ZipInfo(name)
        entry.compress_type = zipfile.ZIP_DEFLATED
        entry.external_attr = (0o100755 if "/scripts/" in name else 0o100644) << 16
        archive.writestr(entry, content)
print(path)
