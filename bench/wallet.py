"""Creates the objects of a bench for phones: a pass type with the template of a folder, and a pass.

wallet.py URL SECRET_KEY FOLDER: FOLDER has pass.pem, pass.key and the template in pass/. Prints
lines for a shell: the pass, its token, and a phone's requests.
"""

import base64
import io
import json
import pathlib
import sys
import urllib.request
import zipfile

url, key, folder = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])


def asked(method, path, body=None):
    request = urllib.request.Request(
        url + path, method=method, data=json.dumps(body).encode() if body is not None else None,
        headers={"Authorization": f"Bearer {key}", "Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return answer.read()


asked("POST", "/v1/certificates", {
    "kind": "passType", "certificate": (folder / "pass.pem").read_text(), "privateKey": (folder / "pass.key").read_text()})
opened = json.loads(asked("POST", "/v1/pass-types", {"passTypeIdentifier": "pass.example.toast"}))
packed = io.BytesIO()
with zipfile.ZipFile(packed, "w") as archive:
    for file in sorted((folder / "pass").iterdir()):
        archive.writestr(file.name, file.read_bytes())
asked("PUT", f"/v1/pass-types/{opened['id']}/template", {"archive": base64.b64encode(packed.getvalue()).decode()})
issued = json.loads(asked("POST", "/v1/passes", {"passType": opened["id"]}))
package = asked("GET", f"/v1/passes/{issued['id']}/package")
with zipfile.ZipFile(io.BytesIO(package)) as files:
    token = json.loads(files.read("pass.json"))["authenticationToken"]
print(f"export BENCH_PASS_PATH=/passkit/v1/passes/pass.example.toast/{issued['serialNumber']}")
print(f"export BENCH_PASS_TOKEN={token}")
print(f"wallet_link='{url}{issued['url'][issued['url'].index('/wallet/'):]}'")
print(f"wallet_serial={issued['serialNumber']}")
print(f"wallet_bytes={len(package)}")
