import type { Texts } from "./texts.ts";

export const de: Texts = {
  language: "Deutsch",
  languages: "Sprache",
  payTitle: "{amount} an {merchant} zahlen",
  payTo: "Zahlung an {merchant}",
  testMode: "Testmodus: Es fließt kein Geld.",
  test: {
    offer: "Testkarten und Testbeträge",
    cards: "Karten",
    anyCard:
      "Jedes künftige Datum, jede Prüfnummer und jeder Name sind recht. Verwenden Sie hier nie eine echte Karte.",
    amounts: "Beträge",
    amountDecides: "Was geschieht, entscheidet der Betrag, den {merchant} verlangt, nicht die Karte.",
    anyOther: "Jeder andere Betrag",
  },
  order: { what: "Für", reference: "Referenz", total: "Summe" },
  description: { more: "Alles anzeigen", less: "Weniger anzeigen" },
  assurances: {
    secure: {
      title: "Sichere Zahlung",
      text: "Ihre Kartendaten werden verschlüsselt und direkt an den Zahlungsdienst übertragen. {merchant} bekommt sie nicht zu sehen.",
    },
    once: {
      title: "Nie doppelt belastet",
      text: "Auch nicht, wenn Sie zweimal auf die Schaltfläche drücken oder die Seite neu laden.",
    },
    bankAsks: {
      title: "Ihre Bank fragt vielleicht nach",
      text: "Dann bestätigen Sie die Zahlung bei Ihrer Bank und kommen hierher zurück.",
    },
  },
  form: {
    card: "Kartendaten",
    number: "Kartennummer",
    expiry: "Gültig bis",
    expiryFormat: "MM/JJ",
    expiryHint: "Zum Beispiel 04/29",
    cvc: "Prüfnummer",
    cvcHint: "3 Ziffern, Rückseite",
    cvcHint4: "4 Ziffern, Vorderseite",
    name: "Name auf der Karte",
    email: "E-Mail",
    optional: "freiwillig",
    address: "Rechnungsadresse",
    line1: "Straße und Hausnummer",
    line2: "Adresszusatz",
    postalCode: "Postleitzahl",
    city: "Ort",
    state: "Bundesland oder Region",
    country: "Land",
    noCountry: "Land auswählen",
    pay: "{amount} zahlen",
    paying: "Ihre Zahlung wird gesendet. Bitte warten.",
    cancel: "Abbrechen und zurück zu {merchant}",
    timeLeft: "Sie haben noch etwa {minutes} min zum Zahlen.",
  },
  errorSummary: "Bitte berichtigen Sie, was markiert ist",
  errors: {
    number_missing: "Geben Sie Ihre Kartennummer ein.",
    number_length: "Diese Kartennummer hat zu wenige oder zu viele Ziffern.",
    number_check: "Diese Kartennummer stimmt nicht. Bitte prüfen Sie jede Ziffer.",
    expiry_missing: "Geben Sie ein, bis wann Ihre Karte gültig ist.",
    expiry_format: "Geben Sie Monat und Jahr wie auf der Karte ein, zum Beispiel 04/29.",
    expiry_past: "Diese Karte ist abgelaufen. Bitte verwenden Sie eine andere.",
    cvc_missing: "Geben Sie die Prüfnummer Ihrer Karte ein.",
    cvc_3: "Die Prüfnummer dieser Karte hat 3 Ziffern.",
    cvc_4: "Die Prüfnummer dieser Karte hat 4 Ziffern.",
    cvc_3_or_4: "Die Prüfnummer hat 3 oder 4 Ziffern.",
    name_missing: "Geben Sie den Namen ein, wie er auf der Karte steht.",
    name_invalid: "Dieser Name ist zu lang oder enthält unzulässige Zeichen.",
    email_invalid: "Geben Sie eine E-Mail-Adresse wie name@example.com ein oder lassen Sie das Feld leer.",
    text_invalid: "Das ist zu lang oder enthält unzulässige Zeichen.",
    country_invalid: "Wählen Sie ein Land aus der Liste.",
  },
  notices: {
    declined:
      "Es wurde nichts abgebucht. Sie können mit einer anderen Karte zahlen oder es noch einmal versuchen.",
    again:
      "Die Zahlung ist bisher nicht durchgegangen. Bitte geben Sie Ihre Kartendaten noch einmal ein. Sie zahlen nicht doppelt.",
    unsent:
      "Ihre Zahlung konnte gerade nicht gesendet werden, und es wurde nichts abgebucht. Bitte geben Sie Ihre Kartendaten noch einmal ein.",
    stale:
      "Zu Ihrer Sicherheit wurde dieses Formular erneuert. Bitte geben Sie Ihre Kartendaten noch einmal ein.",
  },
  checking: {
    title: "Ihre Zahlung wird geprüft",
    text: "Das dauert einige Sekunden. Bitte zahlen Sie nicht noch einmal.",
    long: "Es dauert länger als sonst. Sie können zu {merchant} zurückkehren; dort wird das Ergebnis gemeldet. Sie zahlen nicht doppelt.",
    again: "Jetzt nachsehen",
  },
  processing: {
    title: "Ihre Zahlung wird bearbeitet",
    text: "Das Ergebnis steht noch nicht fest; {merchant} wird es erfahren. Sie müssen hier nicht warten; bitte zahlen Sie nicht noch einmal.",
  },
  challenge: {
    title: "Bei Ihrer Bank bestätigen",
    text: "Ihre Bank bittet Sie, diese Zahlung zu bestätigen.",
    go: "Weiter zu Ihrer Bank",
    leading: "Sie werden zu Ihrer Bank geleitet.",
    left: {
      title: "Zahlung nicht bestätigt",
      text: "Sie sind von Ihrer Bank zurückgekommen, ohne diese Zahlung zu bestätigen. Gehen Sie weiter zu Ihrer Bank, um sie zu bestätigen.",
    },
  },
  succeeded: { title: "Zahlung erfolgreich", text: "Sie haben {amount} an {merchant} gezahlt." },
  failed: {
    title: "Zahlung nicht ausgeführt",
    next: "Es wurde nichts abgebucht. Um es noch einmal zu versuchen, kehren Sie zu {merchant} zurück.",
  },
  failures: {
    refused:
      "Ihre Bank hat diese Zahlung abgelehnt. Vielleicht geht es mit einer anderen Karte; Ihre Bank kann Ihnen mehr sagen.",
    funds: "Auf dieser Karte ist nicht genug Geld verfügbar.",
    details: "Ihre Bank hat die Kartendaten nicht angenommen.",
    expired: "Diese Karte ist abgelaufen.",
    limit: "Diese Zahlung überschreitet ein Limit Ihrer Karte.",
    identity: "Ihre Bank konnte nicht bestätigen, dass Sie es sind.",
    technical: "Die Zahlung konnte aus technischen Gründen nicht ausgeführt werden.",
  },
  expiring: {
    title: "Die Zeit zum Zahlen ist abgelaufen",
    text: "Diese Zahlung wird gerade geschlossen. Das Ergebnis sehen Sie hier gleich.",
  },
  expired: {
    title: "Die Zeit zum Zahlen ist abgelaufen",
    text: "Es wurde nichts abgebucht. Um neu zu beginnen, kehren Sie zu {merchant} zurück.",
  },
  cancelled: {
    title: "Zahlung nicht abgeschlossen",
    text: "Sie haben abgebrochen, und es wurde nichts abgebucht. Solange die Zeit nicht abgelaufen ist, kann diese Zahlung noch abgeschlossen werden.",
    uncertain:
      "Sie haben die Seite verlassen, bevor diese Zahlung abgeschlossen war. Falls sie noch durchgeht, erfährt es {merchant}, und Sie zahlen dafür nur einmal. Solange die Zeit nicht abgelaufen ist, kann sie noch abgeschlossen werden.",
    resume: "Zurück zur Zahlung",
  },
  closed: {
    title: "Zu viele Versuche",
    text: "Zu Ihrer Sicherheit ist das Formular geschlossen. In etwa {minutes} min können Sie es noch einmal versuchen.",
  },
  unknown: {
    title: "Seite nicht gefunden",
    text: "Diesen Zahlungslink gibt es nicht, oder er ist unvollständig. Bitte kehren Sie zum Shop zurück und beginnen Sie neu.",
  },
  unknownReturn: {
    title: "Seite nicht gefunden",
    text: "Diesen Link gibt es nicht, oder er gilt nicht mehr. Was aus Ihrer Zahlung geworden ist, erfahren Sie im Shop.",
  },
  unreadable: {
    title: "Ihre Angaben konnten nicht gelesen werden",
    text: "Sie sind zu lang oder nicht vollständig angekommen, und nichts davon wurde weitergegeben. Bitte kehren Sie zum Formular zurück und geben Sie alles noch einmal ein.",
  },
  unavailable: {
    title: "Bitte versuchen Sie es gleich noch einmal",
    text: "Diese Seite kann im Moment nicht angezeigt werden. Sie zahlen nicht doppelt.",
  },
  back: "Zurück zu {merchant}",
  leading: "Sie werden zu {merchant} zurückgeleitet.",
  retry: "Noch einmal versuchen",
};
