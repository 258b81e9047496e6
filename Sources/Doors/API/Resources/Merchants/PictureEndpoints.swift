import Crypto
import HTTP
import Merchants
import Pictures
import Postgres
import Vocabulary

/// A merchant's pictures, which its menus name.
enum PictureEndpoints {
    private static let one = "/v1/pictures/{picture}"

    static let all: [Endpoint] = [
        Endpoint(ListEndpoint<StoredPicture>("/v1/pictures")),
        // The first bytes of a picture decide its format; its media type is ignored.
        Endpoint(
            .put, one, for: .writer, body: .any, bodyBytesMax: PictureLimits.taken.bytesMax,
            store),
        Endpoint(.get, one, for: .reader, show),
        Endpoint(.delete, one, for: .writer) { call in
            let delete = DeletePicture(try call.pictureName(), of: call.merchant.number)
            try await delete(on: call.database)
            return Response(status: 204)
        },
    ]

    @Sendable private static func store(_ call: Call) async throws -> Response {
        guard let name = PictureName(call.parameters["picture"]) else {
            throw Problem.badPictureName
        }
        let print: ImageProcessor.ProcessedPicture?
        do throws(PictureFault) {
            print = try await call.services.imageProcessor.processed(call.request.body)
        } catch { throw Problem(error) }
        guard let print else { throw Problem(ProblemDetails.busy) }
        let store = StorePicture(print, as: name, of: call.merchant.number, now: call.now)
        let (picture, isNew) = try await call.run(store)
        return Answer(isNew ? 201 : 200) { picture.write(to: &$0) }.response
    }

    @Sendable private static func show(_ call: Call) async throws -> Response {
        let find = FindPicture(try call.pictureName(), of: call.merchant.number)
        let (picture, bytes) = try await find(on: call.database)
        let tag = "\"" + Hex.encode(Array(picture.digest.prefix(16))) + "\""
        let headers = [("ETag", tag), ("Cache-Control", "private, no-cache")]
        if call.request.hasCopy(tagged: tag) {
            return Response(status: 304, headers: headers)
        }
        return Response(
            status: 200,
            headers: headers + [
                ("Content-Type", picture.kind.mediaType), ("X-Content-Type-Options", "nosniff"),
            ], body: bytes)
    }
}

extension Call {
    /// A malformed name cannot be a picture's, so it is not found.
    fileprivate func pictureName() throws -> PictureName {
        guard let name = PictureName(parameters["picture"]) else { throw Problem.notFound }
        return name
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
