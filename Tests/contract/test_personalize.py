"""A buyer personalizes a pass. Each answer is checked by openapi.yaml."""

import io
import json
import os
import zipfile

import pytest

from test_story import Teller
from world import PASS, World, pass_archive

pytestmark = pytest.mark.skipif(
    "PAYSHEET_URL" not in os.environ, reason="needs a live server: PAYSHEET_URL")
FORM = {"requiredPersonalizationFields": ["PKPassPersonalizationFieldName"], "description": "Join for a free toast"}
PATH = "/passkit/v1/passes/{typeIdentifier}/{serialNumber}"


def test_a_pass_has_the_form_until_it_is_personalized():
    world = World()
    tell = Teller(world)
    secret = world.secret("personalize")
    name = world.pass_certificate("personalize")
    opened = tell("POST", "/v1/pass-types", secret, {"passTypeIdentifier": name}, 201)
    files = {"personalization.json": json.dumps(FORM), "personalizationLogo@2x.png": b"\x89PNG"}
    template = tell("PUT", "/v1/pass-types/{passType}/template", secret, {"archive": pass_archive(PASS, files)},
                    names={"passType": opened["id"]})
    assert "/nfc" in [warning["pointer"] for warning in template["template"]["warnings"]]
    issued = tell("POST", "/v1/passes", secret, {"passType": opened["id"]}, 201)
    names = {"typeIdentifier": name, "serialNumber": issued["serialNumber"]}

    def held():
        package = tell("GET", "/v1/passes/{pass}/package", secret, names={"pass": issued["id"]})
        return zipfile.ZipFile(io.BytesIO(package.content))

    token = "ApplePass " + json.loads(held().read("pass.json"))["authenticationToken"]
    told = {"personalizationToken": "dGhlIHRva2Vu", "requiredPersonalizationInfo": {"fullName": "Ada Lovelace"}}
    other = {"personalizationToken": "b3RoZXI=", "requiredPersonalizationInfo": {"fullName": "George Byron"}}
    tell("POST", PATH + "/personalize", None, told, 401, names)
    assert "personalization.json" in held().namelist()
    for _ in range(2):
        signed = tell("POST", PATH + "/personalize", None, told, 200, names, Authorization=token)
        assert signed.content[:1] == b"\x30", "DER"
    tell("POST", PATH + "/personalize", None, other, 409, names, Authorization=token)
    assert not [path for path in held().namelist() if path.startswith("personalization")]
    shown = tell("GET", "/v1/passes/{pass}", secret, names={"pass": issued["id"]})
    assert shown["personalization"]["fullName"] == "Ada Lovelace"
    news = tell("GET", "/v1/events?object=" + issued["id"], secret)["data"]
    assert [one["type"] for one in news] == ["pass.personalized"]
    assert "Ada" not in json.dumps(news)
