import JSON
import Pictures
import Vocabulary

extension StoredPicture: Writable {
    package func write(to writer: inout Writer) {
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
