// The club's texts in the shop's languages. Amounts and days are formatted for the language.

const KEYS = [
  'heading', 'text', 'clock', 'calendar', 'day', 'amount', 'state', 'two', 'one', 'up', 'down', 'change', 'leave',
  'pause', 'resume', 'cancel', 'keep', 'owe', 'again', 'active', 'pastDue', 'paused', 'canceled', 'ended', 'ending',
  'paid', 'open', 'uncollectible', 'void', 'skipped', 'later',
]

const LANGUAGES = {
  en: ['The toast club', 'A toast each week: half price for two weeks, then {amount}. Change it, pause it or leave whenever you like.', 'Let weeks pass', 'Calendar', 'Day', 'Amount', 'Status', 'Change to two toasts', 'Change to one toast', '{due} now, then {amount} each week. It costs more, so you agree in the sheet.', 'Nothing to pay now: {kept} is kept for the weeks to come, then {amount} each week. It costs less, so no sheet is needed.', 'Change it', 'Leave it as it is',
    'Pause', 'Resume', 'Cancel', 'Keep the subscription', 'Pay the amount due', 'Join again', 'Active', 'The card was declined', 'Paused', 'Canceled', 'Ended', 'Ends on {date}',
    'Paid', 'Owed', 'Not collected', 'Waived', 'Skipped', 'Planned'],
  fr: ['Le club de la tartine', 'Une tartine par semaine : moitié prix pendant deux semaines, puis {amount}. Changez, suspendez ou partez quand vous voulez.', 'Faire passer les semaines', 'Calendrier', 'Jour', 'Montant', 'État', 'Passer à deux tartines', 'Passer à une tartine', '{due} maintenant, puis {amount} par semaine. C’est plus cher : vous donnez votre accord dans la feuille.', 'Rien à payer maintenant : {kept} sont gardés pour les semaines à venir, puis {amount} par semaine. C’est moins cher : aucune feuille n’est nécessaire.', 'Changer', 'Ne rien changer',
    'Suspendre', 'Reprendre', 'Résilier', 'Ne pas résilier', 'Payer ce qui est dû', 'Adhérer à nouveau', 'Actif', 'La carte n’a pas payé', 'Suspendu', 'Résilié', 'Terminé', 'Se termine le {date}',
    'Payé', 'Dû', 'Non perçu', 'Remis', 'Sauté', 'Prévu'],
  de: ['Der Toast-Club', 'Jede Woche ein Toast: zwei Wochen zum halben Preis, dann {amount}. Ändere, pausiere oder kündige, wann du willst.', 'Wochen vergehen lassen', 'Kalender', 'Tag', 'Betrag', 'Stand', 'Auf zwei Toasts ändern', 'Auf einen Toast ändern', 'Jetzt {due}, dann {amount} jede Woche. Es kostet mehr, darum stimmst du im Bezahlfenster zu.', 'Jetzt ist nichts zu zahlen: {kept} bleiben für die nächsten Wochen, dann {amount} jede Woche. Es kostet weniger, darum braucht es kein Bezahlfenster.', 'Ändern', 'So lassen',
    'Pausieren', 'Fortsetzen', 'Kündigen', 'Doch nicht kündigen', 'Zahlen, was offen ist', 'Wieder beitreten', 'Aktiv', 'Die Karte hat nicht bezahlt', 'Pausiert', 'Gekündigt', 'Beendet', 'Endet am {date}',
    'Bezahlt', 'Offen', 'Nicht eingezogen', 'Erlassen', 'Ausgelassen', 'Geplant'],
  es: ['El club de la tostada', 'Una tostada cada semana: dos semanas a mitad de precio y después {amount}. Cámbialo, páusalo o déjalo cuando quieras.', 'Dejar pasar semanas', 'Calendario', 'Día', 'Importe', 'Estado', 'Cambiar a dos tostadas', 'Cambiar a una tostada', '{due} ahora y después {amount} cada semana. Cuesta más, así que lo aceptas en la hoja de pago.', 'Nada que pagar ahora: {kept} se guardan para las próximas semanas y después {amount} cada semana. Cuesta menos, así que no hace falta la hoja de pago.', 'Cambiar', 'Dejarlo como está',
    'Pausar', 'Reanudar', 'Cancelar', 'No cancelar', 'Pagar lo pendiente', 'Volver a unirse', 'Activo', 'La tarjeta no pagó', 'En pausa', 'Cancelado', 'Terminado', 'Termina el {date}',
    'Pagado', 'Pendiente', 'No cobrado', 'Condonado', 'Omitido', 'Previsto'],
  it: ['Il club del toast', 'Un toast ogni settimana: due settimane a metà prezzo, poi {amount}. Cambia, sospendi o lascia quando vuoi.', 'Fai passare le settimane', 'Calendario', 'Giorno', 'Importo', 'Stato', 'Passa a due toast', 'Passa a un toast', '{due} ora, poi {amount} ogni settimana. Costa di più, quindi dai il consenso nel foglio di pagamento.', 'Niente da pagare ora: {kept} restano per le prossime settimane, poi {amount} ogni settimana. Costa di meno, quindi il foglio non serve.', 'Cambia', 'Lascia così',
    'Sospendi', 'Riprendi', 'Disdici', 'Non disdire', 'Paga il dovuto', 'Iscriviti di nuovo', 'Attivo', 'La carta non ha pagato', 'Sospeso', 'Disdetto', 'Terminato', 'Termina il {date}',
    'Pagato', 'Dovuto', 'Non riscosso', 'Condonato', 'Saltato', 'Previsto'],
  pt: ['O clube da torrada', 'Uma torrada por semana: duas semanas pela metade do preço, depois {amount}. Mude, pause ou saia quando quiser.', 'Deixar passar semanas', 'Calendário', 'Dia', 'Valor', 'Estado', 'Mudar para duas torradas', 'Mudar para uma torrada', '{due} agora, depois {amount} por semana. Custa mais, por isso você concorda na folha de pagamento.', 'Nada a pagar agora: {kept} ficam para as próximas semanas, depois {amount} por semana. Custa menos, por isso a folha não é necessária.', 'Mudar', 'Deixar como está',
    'Pausar', 'Retomar', 'Cancelar', 'Não cancelar', 'Pagar o que falta', 'Entrar de novo', 'Ativo', 'O cartão não pagou', 'Em pausa', 'Cancelado', 'Terminado', 'Termina em {date}',
    'Pago', 'Em dívida', 'Não cobrado', 'Perdoado', 'Saltado', 'Previsto'],
  nl: ['De toastclub', 'Elke week een toast: twee weken voor de halve prijs, daarna {amount}. Wijzig, pauzeer of stop wanneer je wilt.', 'Laat weken voorbijgaan', 'Kalender', 'Dag', 'Bedrag', 'Stand', 'Wijzigen naar twee toasts', 'Wijzigen naar één toast', 'Nu {due}, daarna {amount} per week. Het kost meer, dus je stemt toe in het betaalblad.', 'Nu niets te betalen: {kept} blijft staan voor de komende weken, daarna {amount} per week. Het kost minder, dus het betaalblad is niet nodig.', 'Wijzigen', 'Zo laten',
    'Pauzeren', 'Hervatten', 'Opzeggen', 'Niet opzeggen', 'Betaal wat openstaat', 'Opnieuw lid worden', 'Actief', 'De kaart heeft niet betaald', 'Gepauzeerd', 'Opgezegd', 'Beëindigd', 'Eindigt op {date}',
    'Betaald', 'Open', 'Niet geïnd', 'Kwijtgescholden', 'Overgeslagen', 'Gepland'],
  ja: ['トーストクラブ', '毎週トーストを一枚。最初の二週間は半額、その後は {amount} です。変更も休止も解約もいつでもできます。', '週を進める', 'カレンダー', '日付', '金額', '状態', '二枚に変更', '一枚に変更', '今回 {due}、その後は毎週 {amount} です。料金が上がるため、シートで同意をいただきます。', '今回のお支払いはありません。{kept} を次の週からの支払いに充て、その後は毎週 {amount} です。料金が下がるため、シートは不要です。', '変更する', 'このままにする',
    '休止する', '再開する', '解約する', '解約しない', '未払い分を支払う', 'もう一度入会する', '有効', 'カードで支払えませんでした', '休止中', '解約済み', '終了', '{date} に終了',
    '支払い済み', '未払い', '回収不能', '免除', 'なし', '予定'],
  'zh-Hans': ['吐司俱乐部', '每周一份吐司：前两周半价，之后 {amount}。可随时更改、暂停或退出。', '让时间前进', '日历', '日期', '金额', '状态', '改为两份吐司', '改为一份吐司', '现在 {due}，之后每周 {amount}。费用增加，因此需要您在付款表单中同意。', '现在无需付款：{kept} 留给之后几周，然后每周 {amount}。费用减少，因此无需付款表单。', '更改', '保持不变',
    '暂停', '恢复', '取消订阅', '不取消', '支付欠款', '重新加入', '有效', '银行卡未能付款', '已暂停', '已取消', '已结束', '将于 {date} 结束',
    '已付', '未付', '未收回', '已免除', '已跳过', '计划'],
  'zh-Hant': ['吐司俱樂部', '每週一份吐司：前兩週半價，之後 {amount}。可隨時變更、暫停或退出。', '讓時間前進', '日曆', '日期', '金額', '狀態', '改為兩份吐司', '改為一份吐司', '現在 {due}，之後每週 {amount}。費用增加，因此需要您在付款表單中同意。', '現在不需付款：{kept} 留給之後幾週，然後每週 {amount}。費用減少，因此不需付款表單。', '變更', '維持不變',
    '暫停', '恢復', '取消訂閱', '不取消', '支付欠款', '重新加入', '有效', '信用卡未能付款', '已暫停', '已取消', '已結束', '將於 {date} 結束',
    '已付', '未付', '未收回', '已免除', '已略過', '預定'],
  ko: ['토스트 클럽', '매주 토스트 하나. 처음 두 주는 반값, 그 뒤로는 {amount}입니다. 언제든 바꾸고, 쉬고, 그만둘 수 있습니다.', '몇 주 보내기', '달력', '날짜', '금액', '상태', '두 개로 변경', '하나로 변경', '지금 {due}, 그 뒤로 매주 {amount}. 금액이 늘어나므로 결제 시트에서 동의를 받습니다.', '지금 결제할 금액은 없습니다. {kept}은 다음 주부터 쓰이고, 그 뒤로 매주 {amount}입니다. 금액이 줄어들어 결제 시트가 필요 없습니다.', '변경하기', '그대로 두기',
    '일시 중지', '다시 시작', '해지', '해지하지 않기', '미납금 결제', '다시 가입', '이용 중', '카드로 결제하지 못했습니다', '일시 중지됨', '해지됨', '종료됨', '{date}에 종료',
    '결제됨', '미납', '회수 불가', '면제됨', '건너뜀', '예정'],
}

/** The club in one language; `fill(say.up, {due, amount})` inserts values. */
export function clubIn(tag) {
  const words = LANGUAGES[tag] ?? LANGUAGES.en
  return Object.fromEntries(KEYS.map((key, place) => [key, words[place]]))
}

export const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name])
