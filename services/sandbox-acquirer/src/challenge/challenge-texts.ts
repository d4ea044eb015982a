import type { Language } from "@flowlix/hosted-page/languages";

/** What the bank's page says; `{merchant}` and `{reference}` are filled in. */
export interface ChallengeTexts {
  readonly bank: string;
  readonly title: string;
  readonly text: string;
  readonly simulation: string;
  readonly payTo: string;
  readonly reference: string;
  readonly complete: string;
  readonly fail: string;
  readonly cancel: string;
  readonly gone: { readonly title: string; readonly text: string };
  readonly notUnderstood: { readonly title: string; readonly text: string };
}

/** In the languages of the hosted page, from which most payers come. */
export const CHALLENGE_TEXTS: Readonly<Record<Language, ChallengeTexts>> = {
  en: {
    bank: "Sandbox bank",
    title: "Confirm your payment",
    text: "Your bank asks you to confirm this payment.",
    simulation: "This is a simulation: no money moves.",
    payTo: "Payment to {merchant}",
    reference: "Reference: {reference}",
    complete: "Complete the authentication",
    fail: "Fail the authentication",
    cancel: "Cancel and go back to the merchant",
    gone: { title: "Nothing here", text: "This page does not exist, or it has ended." },
    notUnderstood: { title: "Not understood", text: "Please go back and choose one of the buttons." },
  },
  de: {
    bank: "Sandbox-Bank",
    title: "Zahlung bestätigen",
    text: "Ihre Bank bittet Sie, diese Zahlung zu bestätigen.",
    simulation: "Dies ist eine Simulation: Es fließt kein Geld.",
    payTo: "Zahlung an {merchant}",
    reference: "Referenz: {reference}",
    complete: "Zahlung bestätigen",
    fail: "Bestätigung scheitern lassen",
    cancel: "Abbrechen und zurück zum Händler",
    gone: { title: "Hier ist nichts", text: "Diese Seite gibt es nicht, oder sie ist beendet." },
    notUnderstood: {
      title: "Nicht verstanden",
      text: "Gehen Sie zurück und wählen Sie eine der Schaltflächen.",
    },
  },
  fr: {
    bank: "Banque Sandbox",
    title: "Confirmez votre paiement",
    text: "Votre banque vous demande de confirmer ce paiement.",
    simulation: "Ceci est une simulation\u202f: aucun argent n’est transféré.",
    payTo: "Paiement à {merchant}",
    reference: "Référence\u202f: {reference}",
    complete: "Confirmer le paiement",
    fail: "Faire échouer l’authentification",
    cancel: "Annuler et revenir chez le marchand",
    gone: { title: "Rien ici", text: "Cette page n’existe pas, ou elle a pris fin." },
    notUnderstood: { title: "Non compris", text: "Revenez en arrière et choisissez l’un des boutons." },
  },
  es: {
    bank: "Banco Sandbox",
    title: "Confirme su pago",
    text: "Su banco le pide que confirme este pago.",
    simulation: "Esto es una simulación: no se mueve dinero.",
    payTo: "Pago a {merchant}",
    reference: "Referencia: {reference}",
    complete: "Confirmar el pago",
    fail: "Hacer fallar la autenticación",
    cancel: "Cancelar y volver al comercio",
    gone: { title: "Aquí no hay nada", text: "Esta página no existe o ha terminado." },
    notUnderstood: { title: "No entendido", text: "Vuelva atrás y elija uno de los botones." },
  },
  it: {
    bank: "Banca Sandbox",
    title: "Conferma il pagamento",
    text: "La tua banca ti chiede di confermare questo pagamento.",
    simulation: "Questa è una simulazione: non si muove denaro.",
    payTo: "Pagamento a {merchant}",
    reference: "Riferimento: {reference}",
    complete: "Conferma il pagamento",
    fail: "Fai fallire l’autenticazione",
    cancel: "Annulla e torna al negozio",
    gone: { title: "Qui non c’è nulla", text: "Questa pagina non esiste o è terminata." },
    notUnderstood: { title: "Non capito", text: "Torna indietro e scegli uno dei pulsanti." },
  },
  pl: {
    bank: "Bank Sandbox",
    title: "Potwierdź płatność",
    text: "Bank prosi o potwierdzenie tej płatności.",
    simulation: "To symulacja: pieniądze nie są przekazywane.",
    payTo: "Płatność dla: {merchant}",
    reference: "Numer: {reference}",
    complete: "Potwierdź płatność",
    fail: "Odrzuć uwierzytelnienie",
    cancel: "Anuluj i wróć do sklepu",
    gone: { title: "Nic tu nie ma", text: "Ta strona nie istnieje albo już się zakończyła." },
    notUnderstood: { title: "Niezrozumiałe", text: "Wróć i wybierz jeden z przycisków." },
  },
};
