/// A saved card cannot be charged because its merchant token was revoked. The processor is not
/// asked.
struct SavedCardUnlinked: Error {}
