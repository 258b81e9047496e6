import Postgres
import Vocabulary

extension WalletDevice {
    /// Inserts a phone with its current push token for a type, or replaces the token.
    func upsert(_ token: PushToken, for type: PassType.ID, at now: Instant) -> Query {
        """
        INSERT INTO wallet_devices AS d (merchant_id, pass_type_id, device, push_token, token_at)
        VALUES (\(type.merchant), \(type.uuid), \(digest), \(token.text), \(now))
        ON CONFLICT (merchant_id, pass_type_id, device) DO UPDATE
            SET push_token = EXCLUDED.push_token, token_at = EXCLUDED.token_at
            WHERE d.merchant_id = \(type.merchant)
        """
    }

    /// Returns a row if the phone was not registered for the pass before.
    func register(for pass: AuthenticatedPass, at now: Instant) -> Query {
        """
        INSERT INTO wallet_registrations (merchant_id, pass_type_id, device, pass_id, registered_at)
        VALUES (\(pass.type.merchant), \(pass.type.uuid), \(digest), \(pass.id.uuid), \(now))
        ON CONFLICT (merchant_id, pass_type_id, device, pass_id) DO NOTHING
        RETURNING true
        """
    }

    /// Assigns a tag to a new registration, so that the phone also learns of changes made after its
    /// download. Must be the last statement of its transaction.
    func tagRegistration(for pass: AuthenticatedPass) -> Query {
        """
        WITH next AS (\(Pass.nextTags(1, of: pass.type.merchant)))
        UPDATE wallet_registrations r SET tag = next.tag FROM next
        WHERE r.merchant_id = \(pass.type.merchant) AND r.pass_type_id = \(pass.type.uuid)
            AND r.device = \(digest) AND r.pass_id = \(pass.id.uuid)
        """
    }

    /// Returns a row if the phone was registered.
    func unregister(from pass: AuthenticatedPass) -> Query {
        """
        DELETE FROM wallet_registrations
        WHERE merchant_id = \(pass.type.merchant) AND pass_type_id = \(pass.type.uuid)
            AND device = \(digest) AND pass_id = \(pass.id.uuid)
        RETURNING true
        """
    }

    /// Locks the phone's row for a type until the transaction ends.
    func lock(for type: PassType.ID) -> Query {
        """
        SELECT true FROM wallet_devices WHERE merchant_id = \(type.merchant)
            AND pass_type_id = \(type.uuid) AND device = \(digest) FOR NO KEY UPDATE
        """
    }

    /// Deletes a phone that has no registrations for the type left.
    func deleteIfUnregistered(for type: PassType.ID) -> Query {
        """
        DELETE FROM wallet_devices d
        WHERE d.merchant_id = \(type.merchant) AND d.pass_type_id = \(type.uuid)
            AND d.device = \(digest) AND NOT EXISTS (
                SELECT FROM wallet_registrations r WHERE r.merchant_id = d.merchant_id
                    AND r.pass_type_id = d.pass_type_id AND r.device = d.device)
        """
    }

    /// Returns no row if the pass was erased concurrently.
    static func count(_ change: Int64, on pass: AuthenticatedPass) -> Query {
        """
        UPDATE passes SET devices = devices + \(change)
        WHERE merchant_id = \(pass.id.merchant) AND pass_id = \(pass.id.uuid)
            AND erased_at IS NULL
        RETURNING true
        """
    }

    /// Locks the phone's row for a type if its push token is still the one from this time.
    static func lock(_ device: [UInt8], of type: PassType.ID, withTokenOf moment: Instant) -> Query
    {
        """
        SELECT true FROM wallet_devices WHERE merchant_id = \(type.merchant)
            AND pass_type_id = \(type.uuid) AND device = \(device) AND token_at = \(moment)
        FOR NO KEY UPDATE
        """
    }

    /// Removes all of a phone's registrations for a type.
    static func unregisterAll(_ device: [UInt8], of type: PassType.ID) -> Query {
        """
        DELETE FROM wallet_registrations WHERE merchant_id = \(type.merchant)
            AND pass_type_id = \(type.uuid) AND device = \(device)
        RETURNING pass_id
        """
    }

    /// Decrements the number of phones for each of these passes.
    static func decrementDeviceCounts(_ passes: [UUID128], _ merchant: MerchantNumber) -> Query {
        """
        UPDATE passes p SET devices = p.devices - 1
        FROM (
            SELECT h.pass_id FROM passes h WHERE h.merchant_id = \(merchant)
                AND h.pass_id = ANY (\(Bind.uuids(passes.map { ($0.high, $0.low) })))
            ORDER BY h.pass_id FOR UPDATE) held
        WHERE p.merchant_id = \(merchant) AND p.pass_id = held.pass_id AND p.erased_at IS NULL
        """
    }

    static func delete(_ device: [UInt8], of type: PassType.ID) -> Query {
        """
        DELETE FROM wallet_devices WHERE merchant_id = \(type.merchant)
            AND pass_type_id = \(type.uuid) AND device = \(device)
        """
    }

    /// Removes all registrations for these passes.
    static func unregisterAll(from passes: [UUID128], _ merchant: MerchantNumber) -> Query {
        """
        DELETE FROM wallet_registrations WHERE merchant_id = \(merchant)
            AND pass_id = ANY (\(Bind.uuids(passes.map { ($0.high, $0.low) })))
        RETURNING pass_type_id, device
        """
    }

    /// Deletes those of these phones that have no registrations for their type left. Skips locked
    /// rows instead of waiting for them: a concurrent registration holds the lock on the phone and
    /// is about to lock the pass.
    static func deleteUnregistered(
        _ devices: [[UInt8]], _ types: [UUID128], _ merchant: MerchantNumber
    ) -> Query {
        """
        DELETE FROM wallet_devices WHERE (merchant_id, pass_type_id, device) IN (
            SELECT d.merchant_id, d.pass_type_id, d.device
            FROM unnest(\(Bind.uuids(types.map { ($0.high, $0.low) })), \(devices)::bytea[])
                AS of (pass_type_id, device)
            JOIN wallet_devices d ON d.merchant_id = \(merchant)
                AND d.pass_type_id = of.pass_type_id AND d.device = of.device
            WHERE NOT EXISTS (
                SELECT FROM wallet_registrations r WHERE r.merchant_id = d.merchant_id
                    AND r.pass_type_id = d.pass_type_id AND r.device = d.device)
            FOR UPDATE OF d SKIP LOCKED)
        """
    }

    /// A phone's passes of a type that changed since a tag, in the order of their changes. A tag
    /// that the server has not issued yet counts as none. Omits erased passes; a request for one
    /// gets an error that says so.
    func changed(since tag: Int64, of type: PassType.ID, limit: Int) -> Query {
        """
        SELECT p.serial_number, GREATEST(p.tag, r.tag) AS tag
        FROM wallet_registrations r JOIN passes p ON p.merchant_id = r.merchant_id
            AND p.pass_id = r.pass_id
        WHERE r.merchant_id = \(type.merchant) AND r.pass_type_id = \(type.uuid)
            AND r.device = \(digest) AND GREATEST(p.tag, r.tag) > CASE WHEN \(tag) <= (
                SELECT c.tag FROM pass_counters c WHERE c.merchant_id = \(type.merchant)
            ) THEN \(tag) ELSE -1 END
        ORDER BY tag LIMIT \(Int64(limit))
        """
    }
}
