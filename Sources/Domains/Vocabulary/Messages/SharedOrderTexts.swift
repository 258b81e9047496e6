/// The texts of a shared order's message bubbles, in the reader's language.
///
/// `{who}`, `{what}`, `{count}` and `{amount}` are placeholders. Messages shows `$` and a
/// participant's identifier as the name in the reader's contacts.
package struct SharedOrderTexts: Hashable, Sendable {
    package let invite: String
    package let joined: String
    package let chose: String
    package let changed: String
    package let left: String
    package let locked: String
    package let paid: String
    package let canceled: String
    package let expired: String
    package let someone: String
    package let people: String
    package let total: String
    /// The label of a line in the payment sheet.
    package let tip: String
}

extension SharedOrderTexts {
    package init(_ language: Language) {
        self =
            switch language {
            case .english:
                SharedOrderTexts(
                    invite: "Join in and choose",
                    joined: "{who} has joined",
                    chose: "{who} chose {what}",
                    changed: "{who} has changed their choice",
                    left: "{who} has left",
                    locked: "Payment in progress",
                    paid: "Paid",
                    canceled: "Canceled",
                    expired: "Expired",
                    someone: "Someone",
                    people: "People: {count}",
                    total: "Total: {amount}",
                    tip: "Tip")
            case .french:
                SharedOrderTexts(
                    invite: "Participez et choisissez",
                    joined: "{who} participe",
                    chose: "{who} a choisi {what}",
                    changed: "{who} a changé son choix",
                    left: "{who} est parti(e)",
                    locked: "Paiement en cours",
                    paid: "Payé",
                    canceled: "Annulé",
                    expired: "Le délai est écoulé",
                    someone: "Quelqu’un",
                    people: "Personnes : {count}",
                    total: "Total : {amount}",
                    tip: "Pourboire")
            case .german:
                SharedOrderTexts(
                    invite: "Mach mit und wähle aus",
                    joined: "{who} macht mit",
                    chose: "{who} hat {what} gewählt",
                    changed: "{who} hat die Auswahl geändert",
                    left: "{who} ist nicht mehr dabei",
                    locked: "Jetzt wird bezahlt",
                    paid: "Bezahlt",
                    canceled: "Abgesagt",
                    expired: "Die Zeit ist um",
                    someone: "Jemand",
                    people: "Personen: {count}",
                    total: "Summe: {amount}",
                    tip: "Trinkgeld")
            case .spanish:
                SharedOrderTexts(
                    invite: "Únete y elige",
                    joined: "{who} se ha unido",
                    chose: "{who} ha elegido {what}",
                    changed: "{who} ha cambiado su elección",
                    left: "{who} se ha ido",
                    locked: "Se está pagando",
                    paid: "Pagado",
                    canceled: "Cancelado",
                    expired: "Se acabó el tiempo",
                    someone: "Alguien",
                    people: "Personas: {count}",
                    total: "Total: {amount}",
                    tip: "Propina")
            case .italian:
                SharedOrderTexts(
                    invite: "Partecipa e scegli",
                    joined: "{who} partecipa",
                    chose: "{who} ha scelto {what}",
                    changed: "{who} ha cambiato la scelta",
                    left: "{who} è uscito/a",
                    locked: "Pagamento in corso",
                    paid: "Pagato",
                    canceled: "Annullato",
                    expired: "Tempo scaduto",
                    someone: "Qualcuno",
                    people: "Persone: {count}",
                    total: "Totale: {amount}",
                    tip: "Mancia")
            case .portuguese:
                SharedOrderTexts(
                    invite: "Participe e escolha",
                    joined: "{who} entrou",
                    chose: "{who} escolheu {what}",
                    changed: "{who} mudou a escolha",
                    left: "{who} saiu",
                    locked: "Pagamento em curso",
                    paid: "Pago",
                    canceled: "Cancelado",
                    expired: "O prazo terminou",
                    someone: "Alguém",
                    people: "Pessoas: {count}",
                    total: "Total: {amount}",
                    tip: "Gorjeta")
            case .dutch:
                SharedOrderTexts(
                    invite: "Doe mee en kies",
                    joined: "{who} doet mee",
                    chose: "{who} heeft {what} gekozen",
                    changed: "{who} heeft de keuze gewijzigd",
                    left: "{who} doet niet meer mee",
                    locked: "Er wordt nu betaald",
                    paid: "Betaald",
                    canceled: "Geannuleerd",
                    expired: "De tijd is om",
                    someone: "Iemand",
                    people: "Personen: {count}",
                    total: "Totaal: {amount}",
                    tip: "Fooi")
            case .japanese:
                SharedOrderTexts(
                    invite: "参加して選んでください",
                    joined: "{who}さんが参加しました",
                    chose: "{who}さんが{what}を選びました",
                    changed: "{who}さんが選び直しました",
                    left: "{who}さんが抜けました",
                    locked: "お支払い中です",
                    paid: "お支払い済み",
                    canceled: "キャンセルされました",
                    expired: "締め切りました",
                    someone: "だれか",
                    people: "{count}人",
                    total: "合計 {amount}",
                    tip: "チップ")
            case .simplifiedChinese:
                SharedOrderTexts(
                    invite: "加入并选择",
                    joined: "{who}已加入",
                    chose: "{who}选择了{what}",
                    changed: "{who}更改了选择",
                    left: "{who}已退出",
                    locked: "正在付款",
                    paid: "已付款",
                    canceled: "已取消",
                    expired: "已截止",
                    someone: "有人",
                    people: "{count}人",
                    total: "合计 {amount}",
                    tip: "小费")
            case .traditionalChinese:
                SharedOrderTexts(
                    invite: "加入並選擇",
                    joined: "{who}已加入",
                    chose: "{who}選擇了{what}",
                    changed: "{who}更改了選擇",
                    left: "{who}已退出",
                    locked: "正在付款",
                    paid: "已付款",
                    canceled: "已取消",
                    expired: "已截止",
                    someone: "有人",
                    people: "{count}人",
                    total: "合計 {amount}",
                    tip: "小費")
            case .korean:
                SharedOrderTexts(
                    invite: "참여해서 골라 보세요",
                    joined: "{who} 님이 참여했습니다",
                    chose: "{who} 님이 {what}을(를) 골랐습니다",
                    changed: "{who} 님이 선택을 바꿨습니다",
                    left: "{who} 님이 나갔습니다",
                    locked: "결제 중입니다",
                    paid: "결제 완료",
                    canceled: "취소됨",
                    expired: "시간이 지났습니다",
                    someone: "누군가",
                    people: "{count}명",
                    total: "합계 {amount}",
                    tip: "팁")
            }
    }

    /// Replaces the placeholders of a phrase.
    package static func fill(_ phrase: String, _ values: [String: String]) -> String {
        values.reduce(phrase) { $0.replacing("{\($1.key)}", with: $1.value) }
    }
}
