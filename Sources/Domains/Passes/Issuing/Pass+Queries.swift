import Crypto
import Merchants
import Postgres
import Vocabulary

extension Pass {
    private static let columns: Query = """
        p.merchant_id, p.pass_id, p.pass_type_id, t.identifier, p.serial_number, p.data_key,
        p.sealed, p.customer_id, p.subject, p.relevant_at, p.voided_at, p.devices, p.content,
        p.template_version, p.tag, p.modified_at, p.created_at, p.erased_at
        """

    private static let ofItsType: Query = """
        passes p JOIN pass_types t ON t.merchant_id = p.merchant_id
            AND t.pass_type_id = p.pass_type_id
        """

    static func find(_ id: ID) -> Query {
        """
        SELECT \(columns) FROM \(ofItsType)
        WHERE p.merchant_id = \(id.merchant) AND p.pass_id = \(id.uuid)
        """
    }

    /// Reads a pass and the columns for writing its document, in one consistent read.
    static func read(_ id: ID) -> Query {
        """
        SELECT \(columns), \(PassType.templateColumns) FROM \(ofItsType)
        WHERE p.merchant_id = \(id.merchant) AND p.pass_id = \(id.uuid)
        """
    }

    /// Locks a pass for a change, and its type in share mode, so that the template cannot change.
    static func lock(_ id: ID) -> Query {
        """
        SELECT \(columns), \(PassType.templateColumns) FROM \(ofItsType)
        WHERE p.merchant_id = \(id.merchant) AND p.pass_id = \(id.uuid)
        FOR UPDATE OF p FOR SHARE OF t
        """
    }

    /// Returns a row if the customer exists and is not erased, and prevents erasing it until the
    /// transaction ends.
    static func lockShared(customer: UUID128, of merchant: MerchantNumber) -> Query {
        """
        SELECT true FROM customers WHERE merchant_id = \(merchant) AND customer_id = \(customer)
            AND erased_at IS NULL FOR SHARE
        """
    }

    /// Returns no row if the serial number is taken.
    func insert(_ sealed: Sealed, _ content: PassContent, _ relevance: PassRelevance) -> Query {
        """
        INSERT INTO passes (merchant_id, pass_id, pass_type_id, serial_number, data_key, sealed,
            token_digest, link_digest, customer_id, subject, relevant_at, relevant_until,
            relevant_spans, voided_at, content, template_version, tag, modified_at, created_at)
        VALUES (\(id.merchant), \(id.uuid), \(type.uuid), \(serialNumber), \(sealed.key),
            \(sealed.bytes), \(sealed.tokenDigest), \(sealed.linkDigest), \(customer),
            \(subject), \(relevance.first), \(relevance.last),
            \(relevance.stored)::text::tstzmultirange, \(voidedAt), \(content.digest),
            \(content.version), 0, \(modifiedAt), \(createdAt))
        ON CONFLICT ON CONSTRAINT passes_have_their_own_serial_number DO NOTHING
        RETURNING true
        """
    }

    /// The stored form: sealed values, and digests for comparisons.
    struct Sealed {
        let key: [UInt8]
        let bytes: [UInt8]
        let tokenDigest: [UInt8]
        let linkDigest: [UInt8]?
    }

    func store(
        sealed: [UInt8], linkDigest: [UInt8]?, _ content: PassContent, _ relevance: PassRelevance
    ) -> Query {
        """
        UPDATE passes SET sealed = \(sealed), link_digest = \(linkDigest),
            customer_id = \(customer), relevant_at = \(relevance.first),
            relevant_until = \(relevance.last),
            relevant_spans = \(relevance.stored)::text::tstzmultirange, voided_at = \(voidedAt),
            content = \(content.digest), template_version = \(content.version),
            modified_at = \(modifiedAt)
        WHERE merchant_id = \(id.merchant) AND pass_id = \(id.uuid)
        """
    }

    /// Keeps the content digest: the form, which the pass loses, is not part of the document.
    static func personalize(_ id: ID, sealed: [UInt8], modifiedAt: Instant) -> Query {
        """
        UPDATE passes SET sealed = \(sealed), modified_at = \(modifiedAt)
        WHERE merchant_id = \(id.merchant) AND pass_id = \(id.uuid)
        """
    }

    /// The statements after a change of these passes: enqueue pushes to their phones, then raise
    /// the tags.
    static func enqueuePushes(_ passes: [UUID128], _ merchant: MerchantNumber, at now: Instant)
        -> [Query]
    {
        [WaitingPush.enqueue(for: passes, merchant, at: now), raiseTag(of: passes, merchant)]
    }

    /// Gives each of these passes a new tag of the merchant. Lock order: the tag is last, because
    /// other transactions wait for their tags until this one commits.
    static func raiseTag(of passes: [UUID128], _ merchant: MerchantNumber) -> Query {
        let count = Int64(passes.count)
        return """
            WITH next AS (\(nextTags(count, of: merchant)))
            UPDATE passes p SET tag = next.tag - \(count) + of.place
            FROM next, unnest(\(Bind.uuids(passes.map { ($0.high, $0.low) })))
                WITH ORDINALITY AS of (pass_id, place)
            WHERE p.merchant_id = \(merchant) AND p.pass_id = of.pass_id
            """
    }

    /// Takes this number of tags and returns the last one.
    static func nextTags(_ count: Int64, of merchant: MerchantNumber) -> Query {
        """
        INSERT INTO pass_counters AS c (merchant_id, tag) VALUES (\(merchant), \(count))
        ON CONFLICT (merchant_id) DO UPDATE SET tag = c.tag + \(count)
            WHERE c.merchant_id = \(merchant)
        RETURNING tag
        """
    }

    /// The columns for answering a phone's request.
    static func findVersion(by type: PassType.ID, _ serialNumber: String) -> Query {
        """
        SELECT p.pass_id, p.token_digest, p.tag, p.modified_at, t.version
        FROM \(ofItsType)
        WHERE p.merchant_id = \(type.merchant) AND p.pass_type_id = \(type.uuid)
            AND p.serial_number = \(serialNumber) AND p.erased_at IS NULL
        """
    }

    /// The same columns, by the pass's identifier.
    static func findVersion(_ id: ID, of kind: PackageKind) -> Query {
        """
        SELECT p.pass_id, p.pass_type_id, p.tag, p.modified_at, p.erased_at, t.version
        FROM \(ofItsType)
        WHERE p.merchant_id = \(id.merchant) AND p.pass_id = \(id.uuid) AND t.kind = \(kind.stored)
        """
    }

    /// The same columns, for a request with the download link.
    static func findVersion(by link: PassLink) -> Query {
        """
        SELECT p.pass_id, p.pass_type_id, p.link_digest, p.tag, p.modified_at, t.version
        FROM \(ofItsType)
        WHERE p.merchant_id = \(link.pass.merchant) AND p.pass_id = \(link.pass.uuid)
            AND p.link_digest IS NOT NULL AND p.erased_at IS NULL
        """
    }

    /// Locks passes of a type that use an older template. Skips passes locked by other
    /// transactions.
    static func outdated(_ type: PassType.ID, to version: Int, limit: Int) -> Query {
        """
        SELECT \(columns), \(PassType.templateColumns) FROM \(ofItsType)
        WHERE p.merchant_id = \(type.merchant) AND p.pass_type_id = \(type.uuid)
            AND p.template_version < \(Int64(version)) AND p.erased_at IS NULL
        ORDER BY p.pass_id LIMIT \(Int64(limit)) FOR UPDATE OF p SKIP LOCKED
        """
    }

    static func applyTemplate(
        _ id: ID, _ content: PassContent, _ relevance: PassRelevance, modifiedAt: Instant
    ) -> Query {
        """
        UPDATE passes SET content = \(content.digest), template_version = \(content.version),
            relevant_at = \(relevance.first), relevant_until = \(relevance.last),
            relevant_spans = \(relevance.stored)::text::tstzmultirange,
            modified_at = \(modifiedAt)
        WHERE merchant_id = \(id.merchant) AND pass_id = \(id.uuid)
        """
    }

    /// Deletes the keys of all of a customer's passes: the server then refuses phones' requests for
    /// them.
    static func erase(of customer: UUID128, _ merchant: MerchantNumber, at now: Instant) -> Query {
        """
        UPDATE passes SET data_key = NULL, sealed = NULL, link_digest = NULL, erased_at = \(now),
            relevant_at = NULL, relevant_until = NULL, relevant_spans = NULL, devices = 0
        WHERE merchant_id = \(merchant) AND customer_id = \(customer) AND erased_at IS NULL
        RETURNING pass_id
        """
    }

    /// Finds one pass of the type, if any was issued.
    static func anyPass(of type: PassType.ID) -> Query {
        """
        SELECT true FROM passes WHERE merchant_id = \(type.merchant)
            AND pass_type_id = \(type.uuid) LIMIT 1
        """
    }

    package init(row: Row, keys: KeyRing) throws {
        let merchant: MerchantNumber = try row.get("merchant_id")
        let id = ID(merchant: merchant, uuid: try row.get("pass_id"))
        var privateData: PrivateData?
        if let wrapped: [UInt8] = try row.get("data_key"),
            let sealed: [UInt8] = try row.get("sealed")
        {
            privateData = try Seal.open(wrapped, of: id, keys: keys).open(sealed)
        }
        self.init(
            id: id, type: PassType.ID(merchant: merchant, uuid: try row.get("pass_type_id")),
            typeIdentifier: try row.get("identifier"), serialNumber: try row.get("serial_number"),
            privateData: privateData, customer: try row.get("customer_id"),
            subject: try row.get("subject"),
            relevantAt: try row.get("relevant_at"), voidedAt: try row.get("voided_at"),
            devices: Int(try row.get("devices", as: Int32.self)), tag: try row.get("tag"),
            modifiedAt: try row.get("modified_at"), createdAt: try row.get("created_at"),
            erasedAt: try row.get("erased_at"))
    }
}

extension Pass: Listable {
    /// The passes or the orders of a merchant, newest first.
    package static func page(_ list: ListPage<Pass>) -> Query {
        """
        SELECT \(columns) FROM \(scan(list)?.rows ?? "passes") p
        JOIN pass_types t ON t.merchant_id = p.merchant_id AND t.pass_type_id = p.pass_type_id
        WHERE p.merchant_id = \(list.parent) AND p.pass_id < \(list.after?.uuid ?? .last)
            AND t.kind = \(list.filter.kind.stored) \(conditions(of: list.filter))
        ORDER BY p.pass_id DESC LIMIT \(Int64(list.limit))
        """
    }

    package static func scan(_ list: ListPage<Pass>) -> PageScan? {
        guard list.filter.customer == nil, list.filter.subject == nil else { return nil }
        return PageScan(
            "passes", "pass_id", order: "s.pass_id DESC",
            where: "s.merchant_id = \(list.parent) AND s.pass_id < \(list.after?.uuid ?? .last)")
    }

    package static let mayScan = true

    /// Contains only the filters in use, so that each list can use its own index.
    private static func conditions(of filter: Filter) -> Query {
        let all: [Query?] = [
            filter.type.map { "AND p.pass_type_id = \($0)" },
            filter.customer.map { "AND p.customer_id = \($0)" },
            filter.subject.map { "AND p.subject = \($0)" },
            filter.relevantFrom.map { "AND p.relevant_until >= \($0)" },
            filter.relevantUntil.map { "AND p.relevant_at < \($0)" },
            spans(of: filter),
            filter.devicesMin.map { "AND p.devices >= \(Int64($0))" },
        ]
        return Query.joined(all.compactMap(\.self), separator: " ")
    }

    /// A single interval must overlap the range: the earliest start and the latest end may belong
    /// to different intervals.
    private static func spans(of filter: Filter) -> Query? {
        guard let from = filter.relevantFrom, let until = filter.relevantUntil else { return nil }
        guard from < until else { return "AND false" }
        return """
            AND p.relevant_spans
                && tstzrange(\(from)::timestamptz, \(until)::timestamptz, '[)')
            """
    }

    /// The filter of a list of passes; nil matches anything.
    package struct Filter: Sendable {
        package var kind = PackageKind.pass
        package var type: UUID128?
        package var customer: UUID128?
        /// The identifier of the passes' subject, as text.
        package var subject: String?
        package var relevantFrom: Instant?
        package var relevantUntil: Instant?
        package var devicesMin: Int?

        package init() {}
    }
}
