"""The examples of docs/examples, run as a first-time reader runs them."""

import http.server
import json
import os
import pathlib
import shutil
import socket
import subprocess
import threading
import time
import urllib.error
import urllib.request

import pytest
from sheet import EXAMPLE, Sheet, Shop

FOLDER = EXAMPLE.parent


def environment(world, **more):
    return os.environ | {"PAYSHEET_URL": world.url, "PAYSHEET_SECRET_KEY": world.secret("browser")} | more


def pay(shop):
    sheet = Sheet(shop)
    shop.wait(lambda: sheet.button.is_enabled(), "the button is placed")
    sheet.tap()
    sheet.pay()
    shop.wait(lambda: shop.said == "Thank you!", "the page says that it is paid")


@pytest.mark.parametrize("command", [["python3", "server.py"], ["node", "server.mjs"]])
def test_a_server_of_twenty_lines_sells_a_scarf(world, browser, tmp_path, command):
    if not shutil.which(command[0]):
        pytest.skip(f"there is no {command[0]} on this machine")
    shutil.copytree(FOLDER, tmp_path / "shop")
    page = tmp_path / "shop/storefront.html"
    page.write_text(page.read_text().replace("http://127.0.0.1:8080", world.url))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = subprocess.Popen(command, cwd=tmp_path / "shop", env=environment(world, PORT=str(port)), stderr=subprocess.DEVNULL)
    try:
        for _ in range(100):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/storefront.html").close()
                break
            except OSError:
                time.sleep(0.1)
        shop = Shop(world, browser)
        browser.get(f"http://127.0.0.1:{port}/storefront.html")
        pay(shop)
    finally:
        server.terminate()
        server.wait(10)


def test_curl_creates_a_checkout(world, shop):
    run = subprocess.run(["sh", str(FOLDER / "server.sh")], env=environment(world), capture_output=True, text=True, timeout=60)
    assert run.stderr == ""
    opened = json.loads(run.stdout)
    shop.checkout = opened["id"]
    shop.open(secret=opened["clientSecret"])
    pay(shop)
    assert shop.state()["status"] == "captured"


def test_swift_creates_a_checkout(world, shop):
    run = subprocess.run(["swift", str(FOLDER / "server.swift")], env=environment(world), capture_output=True, text=True, timeout=120)
    shop.open(secret=run.stdout.strip())
    pay(shop)


EVERY_SERVER = pytest.mark.parametrize(
    "command", [["python3", "server.py"], ["node", "server.mjs"], ["sh", "server.sh"], ["swift", "server.swift"]])


def refused(command, folder, env):
    """The output of a server whose call is refused. A shop stays up: two pages get a 502."""
    if not shutil.which(command[0]):
        pytest.skip(f"there is no {command[0]} on this machine")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    shop = subprocess.Popen(
        command, cwd=folder, env=env | {"PORT": str(port)}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    answers = []
    for _ in range(100 if command[1] in ("server.py", "server.mjs") else 0):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/checkout", b"").close()
        except urllib.error.HTTPError as problem:
            answers.append(problem.code)
            if len(answers) == 2:
                shop.terminate()
                break
        except OSError:
            if shop.poll() is not None:
                break
            time.sleep(0.1)
    assert set(answers) <= {502}
    output = shop.communicate(timeout=120)[0]
    assert shop.returncode != 0
    return output


@EVERY_SERVER
def test_a_refused_checkout_prints_the_detail_of_the_problem(world, command):
    output = refused(command, FOLDER, environment(world, PAYSHEET_SECRET_KEY="sk_unknown"))
    assert "this API key is unknown, revoked or expired" in output


@EVERY_SERVER
def test_a_misspelled_member_is_printed_with_its_hint(world, command, tmp_path):
    folder = shutil.copytree(FOLDER, tmp_path / "shop")
    server = folder / command[1]
    server.write_text(server.read_text().replace("unitPrice", "unitprice"))
    output = refused(command, folder, environment(world))
    assert "/items/0/unitprice" in output and "did you mean unitPrice?" in output


class Proxy(http.server.BaseHTTPRequestHandler):
    """A proxy whose server is down."""

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_error(502)

    def log_message(self, *_):
        pass


@EVERY_SERVER
def test_an_answer_that_is_not_json_is_printed_as_one_line(world, command):
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Proxy) as proxy:
        threading.Thread(target=proxy.serve_forever, daemon=True).start()
        env = environment(world, PAYSHEET_URL=f"http://127.0.0.1:{proxy.server_port}")
        output = refused(command, FOLDER, env)
        proxy.shutdown()
    assert "no JSON" in output and "Traceback" not in output and "html" not in output.lower()


@EVERY_SERVER
def test_a_missing_variable_is_named_at_the_start(world, command):
    env = environment(world)
    del env["PAYSHEET_URL"]
    assert "PAYSHEET_URL" in refused(command, FOLDER, env)


@pytest.mark.parametrize("example", sorted(FOLDER.iterdir()), ids=lambda path: path.name)
def test_an_example_is_short(example):
    assert len(pathlib.Path(example).read_text().splitlines()) <= 20
