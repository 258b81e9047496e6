import Crypto
import HTTP
import JSON
import Merchants
import Pictures
import Postgres
import Vocabulary

/// Routes for a merchant's pictures, which its menus name.
extension Services {
    var pictureRoutes: [Route] {
        let pictures = "/v1/pictures"
        let picture = pictures + "/{picture}"
        return [
            route(.get, pictures, for: [.read, .write], listPictures),
            // The first bytes of a picture decide its format; its media type is ignored.
            route(
                .put, picture, for: .write, body: .any,
                bodyBytesMax: PictureLimits.taken.bytesMax, storePicture),
            route(.get, picture, for: [.read, .write], showPicture),
            route(.delete, picture, for: .write, body: .any, deletePicture),
        ]
    }

    @Sendable private func listPictures(_ call: Call) async throws -> Response {
        try await list(StoredPicture.self, of: call.merchant.number, call) { $0.write(to: &$1) }
    }

    @Sendable private func storePicture(_ call: Call) async throws -> Response {
        guard let name = PictureName(call.parameters["picture"]) else {
            throw Problem.badPictureName
        }
        let print: ImageProcessor.ProcessedPicture?
        do throws(PictureFault) {
            print = try await imageProcessor.processed(call.request.body)
        } catch { throw Problem(error) }
        guard let print else { throw Problem(ProblemDetails.busy) }
        let store = StorePicture(print, as: name, of: call.merchant.number, now: call.now)
        let (picture, isNew) = try await database.transaction { try store(in: $0) }
        return Answer(isNew ? 201 : 200) { picture.write(to: &$0) }.response
    }

    @Sendable private func showPicture(_ call: Call) async throws -> Response {
        let find = FindPicture(try call.pictureName(), of: call.merchant.number)
        let (picture, bytes) = try await find(on: database)
        let tag = "\"" + Hex.encode(Array(picture.digest.prefix(16))) + "\""
        let headers = [("ETag", tag), ("Cache-Control", "private, no-cache")]
        if call.request.headers.all("If-None-Match").contains(where: { $0.contains(tag) }) {
            return Response(status: 304, headers: headers)
        }
        return Response(
            status: 200,
            headers: headers + [
                ("Content-Type", picture.kind.mediaType), ("X-Content-Type-Options", "nosniff"),
            ], body: bytes)
    }

    @Sendable private func deletePicture(_ call: Call) async throws -> Response {
        try call.requireNoBody()
        let delete = DeletePicture(try call.pictureName(), of: call.merchant.number)
        try await delete(on: database)
        return Response(status: 204)
    }
}

extension Call {
    /// A malformed name cannot be a picture's, so it is not found.
    fileprivate func pictureName() throws -> PictureName {
        guard let name = PictureName(parameters["picture"]) else { throw Problem.notFound }
        return name
    }
}

extension StoredPicture {
    func write(to writer: inout Writer) {
        writer.object {
            $0.member("name", name.text)
            $0.member("mediaType", kind.mediaType)
            $0.member("width", Int64(width))
            $0.member("height", Int64(height))
            $0.member("bytes", Int64(byteCount))
            $0.member("createdAt", createdAt.rfc3339)
        }
    }
}

extension Problem {
    fileprivate static let badPictureName = Problem(
        400, "invalid_picture_name",
        "a picture's name has up to \(PictureName.lengthMax) characters of a–z, 0–9, ., _ and -, "
            + "and begins with a letter or a digit"
    )

    fileprivate init(_ fault: PictureFault) {
        switch fault {
        case .noPicture: self.init(400, "not_a_picture", fault.explanation)
        case .tooManyBytes: self.init(413, "body_too_large", fault.explanation)
        case .tooManyPixels: self.init(400, "too_many_pixels", fault.explanation)
        case .broken, .tooManyScans: self.init(400, "broken_picture", fault.explanation)
        }
    }
}
