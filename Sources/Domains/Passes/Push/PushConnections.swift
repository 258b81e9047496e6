import Credentials
import Crypto
import HTTPClient
import Threads

/// Persistent connections to Apple's push service, one for each certificate that signs passes.
package final class PushConnections: Sendable {
    /// Wallet passes only work with the production service.
    static let base = "https://api.push.apple.com/3/device/"
    /// Each connection has a thread; the least recently used one is closed to make room.
    static let linesMax = 64

    private struct Lines {
        var byCertificate: [[UInt8]: (line: PersistentConnection, usedAt: UInt64)] = [:]
        var uses: UInt64 = 0
    }

    private let authorities: String?
    private let connectOverride: ConnectOverride?
    private let lines = Locked(Lines())

    /// - Parameters:
    ///   - authorities: a file of certificates (PEM) to trust instead of the system's.
    ///   - connectOverride: redirects the connections.
    package init(trusting authorities: String? = nil, by connectOverride: ConnectOverride? = nil) {
        self.authorities = authorities
        self.connectOverride = connectOverride
    }

    package var gateway: PushGateway {
        PushGateway { token, identity in await self.push(to: token, as: identity) }
    }

    private func push(to token: PushToken, as identity: SigningIdentity) async -> PushOutcome {
        guard let line = line(of: identity) else { return .certificateRejected }
        let request = Request(
            .post, Self.base + token.text,
            headers: [
                ("apns-topic", identity.typeIdentifier), ("apns-push-type", "background"),
                ("apns-priority", "5"), ("Content-Type", "application/json"),
            ], body: Array("{}".utf8))
        do throws(ClientFault) {
            return PushOutcome(try await line.send(request, within: Self.limits))
        } catch {
            // An unusable certificate will not be accepted later; other errors may go away.
            return error == .badIdentity ? .certificateRejected : .unreachable(error)
        }
    }

    private func line(of identity: SigningIdentity) -> PersistentConnection? {
        let name = identity.certificate.fingerprint
        return lines.withLock { lines in
            lines.uses += 1
            if let known = lines.byCertificate[name] {
                lines.byCertificate[name]?.usedAt = lines.uses
                return known.line
            }
            guard let key = identity.key.pem else { return nil }
            let shown = key.withBytes {
                ClientIdentity(
                    certificates: identity.certificate.pem + identity.intermediate.pem,
                    privateKey: $0)
            }
            if lines.byCertificate.count >= Self.linesMax,
                let oldest = lines.byCertificate.min(by: { $0.value.usedAt < $1.value.usedAt })
            {
                oldest.value.line.stop()
                lines.byCertificate[oldest.key] = nil
            }
            let line = PersistentConnection(as: shown, trusting: authorities, by: connectOverride)
            lines.byCertificate[name] = (line, lines.uses)
            return line
        }
    }

    /// Cancels pushes in progress. May be called more than once.
    package func stop() {
        lines.withLock { lines in
            for entry in lines.byCertificate.values { entry.line.stop() }
        }
    }

    /// Hundreds of pushes share one connection; a job waits for the slowest of its batch.
    private static let limits = {
        var limits = Limits()
        limits.totalMilliseconds = 10_000
        limits.answerBytesMax = 4_096
        return limits
    }()
}
