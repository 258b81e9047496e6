/// Why no charge of a kept card begins: its merchant token was taken back. The processor is not asked.
struct CardUnlinked: Error {}
