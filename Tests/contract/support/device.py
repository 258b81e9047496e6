"""Payment tokens of simulated devices, and certificates of a test authority with Apple's
extensions.

The code follows Apple's specification with Python's cryptography, independently of the server's
code. `python device.py FOLDER` creates the authority; PAYSHEET_TEST_CERTIFICATES names its
authorities.pem. `python device.py FOLDER token AMOUNT [CURRENCY]` prints paymentData for the
merchant's certificate in the folder; CURRENCY is a numeric ISO 4217 code.
"""

import base64
import datetime
import hashlib
import json
import pathlib
import secrets
import sys

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import pkcs7
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID, ObjectIdentifier

MERCHANT = "merchant.example.toast"
NUMBER, CRYPTOGRAM = "4000000000004320", "AAECAwQFBgcICQoLDA0ODxAREhM="
LEAF, ISSUER = "1.2.840.113635.100.6.29", "1.2.840.113635.100.6.2.14"
IDENTIFIER = "1.2.840.113635.100.6.32"


class Devices:
    def __init__(self, folder):
        self.folder = pathlib.Path(folder)

    def make(self):
        """Creates the authority, the certificate that signs tokens, and a merchant's two
        certificates."""
        self.folder.mkdir(parents=True, exist_ok=True)
        authority = x509.BasicConstraints(ca=True, path_length=None)
        self.issue("root", ec.SECP384R1(), None, {authority: True})
        self.issue("issuer", ec.SECP256R1(), "root", {authority: True, mark(ISSUER): False})
        self.issue("leaf", ec.SECP256R1(), "issuer", {mark(LEAF): False})
        self.issue("relations", ec.SECP256R1(), "root", {authority: True})
        self.issue_processing("merchant")
        self.issue_identity("identity")
        pems = [self.read(f"{name}.pem") for name in ("root", "relations")]
        (self.folder / "authorities.pem").write_bytes(b"".join(pems))

    def issue_processing(self, name, merchant=MERCHANT):
        self.issue(
            name, ec.SECP256R1(), "relations",
            {usage(key_encipherment=True, key_agreement=True): True, named(merchant): False},
            subject("Apple Pay Payment Processing", merchant))

    def issue_identity(self, name, merchant=MERCHANT):
        self.issue(
            name, None, "relations",
            {usage(digital_signature=True): True, named(merchant): False,
             x509.ExtendedKeyUsage([ExtendedKeyUsageOID.CLIENT_AUTH]): False},
            subject("Apple Pay Merchant Identity", merchant))

    def issue_pass_type(self, name, team="TOAST12345"):
        """`name` is the pass type identifier."""
        whose = x509.Name([
            x509.NameAttribute(NameOID.USER_ID, name),
            x509.NameAttribute(NameOID.COMMON_NAME, f"Pass Type ID: {name}"),
            x509.NameAttribute(NameOID.ORGANIZATIONAL_UNIT_NAME, team)])
        mark_of_type = x509.UnrecognizedExtension(
            ObjectIdentifier("1.2.840.113635.100.6.1.16"), bytes([12, len(name)]) + name.encode())
        purpose = x509.ExtendedKeyUsage(
            [ExtendedKeyUsageOID.CLIENT_AUTH, ObjectIdentifier("1.2.840.113635.100.4.14")])
        self.issue(
            name, None, "relations",
            {usage(digital_signature=True): True, mark_of_type: False, purpose: False}, whose)

    def issue_order_type(self, name, team="TOAST12345"):
        """`name` is the order type identifier."""
        whose = x509.Name([
            x509.NameAttribute(NameOID.USER_ID, name),
            x509.NameAttribute(NameOID.COMMON_NAME, f"Order Type ID: {name}"),
            x509.NameAttribute(NameOID.ORGANIZATIONAL_UNIT_NAME, team)])
        self.issue(name, None, "relations", {usage(digital_signature=True): True}, whose)

    def issue(self, name, curve, issuer, extensions, whose=None):
        key = ec.generate_private_key(curve) if curve else rsa.generate_private_key(65537, 2048)
        whose = whose or x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
        now = datetime.datetime.now(datetime.timezone.utc)
        builder = x509.CertificateBuilder(
            subject_name=whose, issuer_name=self.certificate(issuer).subject if issuer else whose,
            public_key=key.public_key(), serial_number=x509.random_serial_number(),
            not_valid_before=now - datetime.timedelta(days=2),
            not_valid_after=now + datetime.timedelta(days=60))
        for extension, is_critical in extensions.items():
            builder = builder.add_extension(extension, critical=is_critical)
        made = builder.sign(self.key(issuer) if issuer else key, hashes.SHA256())
        form = serialization.Encoding.PEM
        (self.folder / f"{name}.pem").write_bytes(made.public_bytes(form))
        (self.folder / f"{name}.key").write_bytes(key.private_bytes(
            form, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))

    def read(self, name):
        return (self.folder / name).read_bytes()

    def certificate(self, name):
        return x509.load_pem_x509_certificate(self.read(f"{name}.pem"))

    def key(self, name):
        return serialization.load_pem_private_key(self.read(f"{name}.key"), None)

    def creation(self, name="merchant", kind="paymentProcessing"):
        """The request body that stores a certificate."""
        return {
            "kind": kind, "certificate": self.read(f"{name}.pem").decode(),
            "privateKey": self.read(f"{name}.key").decode()}

    def payment_data(self, amount, currency="840", said=None, merchant=MERCHANT, name="merchant", more=None):
        """Encrypted payment data for the merchant. `amount` is in minor units, `said` the hash of
        the application data."""
        whose = self.certificate(name).public_key()
        own = ec.generate_private_key(ec.SECP256R1())
        known = b"\0\0\0\1" + own.exchange(ec.ECDH(), whose) + b"\x0did-aes256-GCM" + b"Apple"
        key = sha256(known + sha256(merchant.encode()))
        plain = {
            "applicationPrimaryAccountNumber": NUMBER, "applicationExpirationDate": "311231",
            "currencyCode": currency, "transactionAmount": amount, "paymentDataType": "3DSecure",
            "deviceManufacturerIdentifier": "050110030273",
            "paymentData": {"onlinePaymentCryptogram": CRYPTOGRAM, "eciIndicator": "7"}} | (more or {})
        data = AESGCM(key).encrypt(bytes(16), json.dumps(plain).encode(), None)
        ephemeral, transaction = public(own.public_key()), secrets.token_bytes(32)
        content = ephemeral + data + transaction + (said or b"")
        signature = (
            pkcs7.PKCS7SignatureBuilder().set_data(content)
            .add_signer(self.certificate("leaf"), self.key("leaf"), hashes.SHA256())
            .add_certificate(self.certificate("issuer"))
            .sign(serialization.Encoding.DER, [
                pkcs7.PKCS7Options.DetachedSignature, pkcs7.PKCS7Options.Binary,
                pkcs7.PKCS7Options.NoCapabilities]))
        header = {
            "ephemeralPublicKey": base64.b64encode(ephemeral).decode(),
            "publicKeyHash": base64.b64encode(sha256(public(whose))).decode(),
            "transactionId": transaction.hex()}
        if said:
            header["applicationData"] = said.hex()
        return {
            "version": "EC_v1", "data": base64.b64encode(data).decode(),
            "signature": base64.b64encode(signature).decode(), "header": header}


def sha256(text):
    return hashlib.sha256(text).digest()


def public(key):
    return key.public_bytes(
        serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)


def mark(identifier):
    return x509.UnrecognizedExtension(ObjectIdentifier(identifier), b"\x05\x00")


def named(merchant):
    """Apple's extension with the hash of the merchant identifier."""
    text = hashlib.sha256(merchant.encode()).hexdigest().upper().encode()
    return x509.UnrecognizedExtension(ObjectIdentifier(IDENTIFIER), b"\x0c\x40" + text)


def usage(**what):
    every = (
        "digital_signature", "content_commitment", "key_encipherment", "data_encipherment",
        "key_agreement", "key_cert_sign", "crl_sign", "encipher_only", "decipher_only")
    return x509.KeyUsage(**{name: what.get(name, False) for name in every})


def subject(kind, merchant):
    return x509.Name([
        x509.NameAttribute(NameOID.USER_ID, merchant),
        x509.NameAttribute(NameOID.COMMON_NAME, f"{kind}:{merchant}")])


if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    devices = Devices(sys.argv[1])
    if sys.argv[2:3] == ["token"]:
        print(json.dumps(devices.payment_data(int(sys.argv[3]), *sys.argv[4:5])))
    else:
        devices.make()
