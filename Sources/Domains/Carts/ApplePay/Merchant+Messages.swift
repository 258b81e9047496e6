import Merchants
import Vocabulary

extension MerchantSettings {
    /// The labels of the sheet's lines, with the merchant's own wording where it exists.
    package func labels(in language: Language) -> PaymentSheetLabels {
        messages.isEmpty
            ? PaymentSheetLabels(language)
            : PaymentSheetLabels(language, overrides: messageOverrides)
    }

    /// The merchant's own wordings by key and language, in the catalog's form.
    package var messageOverrides: MessageCatalog.Overrides {
        var messageOverrides: MessageCatalog.Overrides = [:]
        for message in messages {
            messageOverrides[message.code, default: [:]][message.language] = message.text
        }
        return messageOverrides
    }
}

extension Merchant {
    /// A message in the buyer's language; the merchant's own wording takes precedence.
    package func text(_ message: Message, in language: Language) -> String {
        MessageCatalog.text(message, language, overrides: settings.messageOverrides)
    }
}
