import type { Texts } from "./texts.ts";

export const fr: Texts = {
  language: "Français",
  languages: "Langue",
  payTitle: "Payer {amount} à {merchant}",
  payTo: "Paiement à {merchant}",
  testMode: "Mode test\u202f: aucun argent n’est transféré.",
  test: {
    offer: "Cartes et montants de test",
    cards: "Cartes",
    anyCard:
      "Toute date à venir, tout code de sécurité et tout nom conviennent. N’utilisez jamais ici une vraie carte.",
    amounts: "Montants",
    amountDecides: "C’est le montant demandé par {merchant} qui décide du résultat, pas la carte.",
    anyOther: "Tout autre montant",
  },
  order: { what: "Pour", reference: "Référence", total: "Total" },
  description: { more: "Tout afficher", less: "Afficher moins" },
  assurances: {
    secure: {
      title: "Paiement sécurisé",
      text: "Les données de votre carte sont chiffrées et envoyées directement au service de paiement. {merchant} ne les voit jamais.",
    },
    once: {
      title: "Jamais débité deux fois",
      text: "Même si vous appuyez deux fois sur le bouton ou rechargez la page.",
    },
    bankAsks: {
      title: "Votre banque peut demander une confirmation",
      text: "Vous confirmez alors le paiement auprès d’elle et revenez ici.",
    },
  },
  form: {
    card: "Votre carte",
    number: "Numéro de carte",
    expiry: "Date d’expiration",
    expiryFormat: "MM/AA",
    expiryHint: "Par exemple 04/29",
    cvc: "Code de sécurité",
    cvcHint: "3 chiffres au dos",
    cvcHint4: "4 chiffres au recto",
    name: "Nom sur la carte",
    email: "E-mail",
    optional: "facultatif",
    address: "Adresse de facturation",
    line1: "Numéro et rue",
    line2: "Complément d’adresse",
    postalCode: "Code postal",
    city: "Ville",
    state: "Région ou département",
    country: "Pays",
    noCountry: "Choisissez un pays",
    pay: "Payer {amount}",
    paying: "Envoi de votre paiement. Veuillez patienter.",
    cancel: "Annuler et revenir chez {merchant}",
    timeLeft: "Il vous reste environ {minutes} min pour payer.",
  },
  errorSummary: "Veuillez corriger ce qui est signalé",
  errors: {
    number_missing: "Saisissez le numéro de votre carte.",
    number_length: "Ce numéro de carte a trop peu ou trop de chiffres.",
    number_check: "Ce numéro de carte n’est pas correct. Vérifiez chaque chiffre.",
    expiry_missing: "Saisissez la date d’expiration de votre carte.",
    expiry_format: "Saisissez le mois et l’année comme sur la carte, par exemple 04/29.",
    expiry_past: "Cette carte a expiré. Veuillez en utiliser une autre.",
    cvc_missing: "Saisissez le code de sécurité de votre carte.",
    cvc_3: "Le code de sécurité de cette carte a 3 chiffres.",
    cvc_4: "Le code de sécurité de cette carte a 4 chiffres.",
    cvc_3_or_4: "Le code de sécurité a 3 ou 4 chiffres.",
    name_missing: "Saisissez le nom tel qu’il figure sur la carte.",
    name_invalid: "Ce nom est trop long ou contient des caractères non admis.",
    email_invalid: "Saisissez une adresse e-mail comme nom@example.com, ou laissez le champ vide.",
    text_invalid: "Ce texte est trop long ou contient des caractères non admis.",
    country_invalid: "Choisissez un pays dans la liste.",
  },
  notices: {
    declined: "Rien n’a été débité. Vous pouvez payer avec une autre carte ou réessayer.",
    again:
      "Le paiement n’a pas abouti pour l’instant. Veuillez saisir à nouveau les données de votre carte. Vous ne serez pas débité deux fois.",
    unsent:
      "Votre paiement n’a pas pu être envoyé pour le moment et rien n’a été débité. Veuillez saisir à nouveau les données de votre carte.",
    stale:
      "Pour votre sécurité, ce formulaire a été renouvelé. Veuillez saisir à nouveau les données de votre carte.",
  },
  checking: {
    title: "Vérification de votre paiement",
    text: "Cela prend quelques secondes. Ne payez pas une seconde fois.",
    long: "Cela prend plus de temps que d’habitude. Vous pouvez revenir chez {merchant}, qui recevra le résultat. Vous ne serez pas débité deux fois.",
    again: "Vérifier maintenant",
  },
  processing: {
    title: "Votre paiement est en cours de traitement",
    text: "Le résultat n’est pas encore connu\u202f; {merchant} en sera informé. Vous n’avez pas besoin d’attendre ici\u202f; ne payez pas une seconde fois.",
  },
  challenge: {
    title: "Confirmez auprès de votre banque",
    text: "Votre banque vous demande de confirmer ce paiement.",
    go: "Continuer vers votre banque",
    leading: "Vous allez être dirigé vers votre banque.",
    left: {
      title: "Paiement non confirmé",
      text: "Vous êtes revenu de votre banque sans confirmer ce paiement. Continuez vers votre banque pour le confirmer.",
    },
  },
  succeeded: { title: "Paiement réussi", text: "Vous avez payé {amount} à {merchant}." },
  failed: {
    title: "Paiement non effectué",
    next: "Vous n’avez pas été débité. Pour réessayer, revenez chez {merchant}.",
  },
  failures: {
    refused:
      "Votre banque a refusé ce paiement. Essayez une autre carte, ou demandez à votre banque de vous en dire plus.",
    funds: "Le solde disponible de cette carte est insuffisant.",
    details: "Votre banque n’a pas accepté les données de la carte.",
    expired: "Cette carte a expiré.",
    limit: "Ce paiement dépasse un plafond de votre carte.",
    identity: "Votre banque n’a pas pu confirmer qu’il s’agit bien de vous.",
    technical: "Le paiement n’a pas pu être effectué pour une raison technique.",
  },
  expiring: {
    title: "Le délai de paiement est écoulé",
    text: "Ce paiement est en cours de clôture. Le résultat s’affichera ici dans un instant.",
  },
  expired: {
    title: "Le délai de paiement est écoulé",
    text: "Rien n’a été débité. Pour recommencer, revenez chez {merchant}.",
  },
  cancelled: {
    title: "Paiement non terminé",
    text: "Vous êtes parti sans payer et rien n’a été débité. Tant que le délai n’est pas écoulé, ce paiement peut encore être terminé.",
    uncertain:
      "Vous êtes parti avant la fin de ce paiement. S’il aboutit malgré tout, {merchant} en sera informé et vous ne le paierez qu’une fois. Tant que le délai n’est pas écoulé, il peut encore être terminé.",
    resume: "Revenir au paiement",
  },
  closed: {
    title: "Trop d’essais",
    text: "Pour votre sécurité, le formulaire est fermé. Vous pourrez réessayer dans environ {minutes} min.",
  },
  unknown: {
    title: "Page introuvable",
    text: "Ce lien de paiement n’existe pas ou n’est pas complet. Veuillez revenir à la boutique et recommencer.",
  },
  unknownReturn: {
    title: "Page introuvable",
    text: "Ce lien n’existe pas ou n’est plus valable. La boutique peut vous dire où en est votre paiement.",
  },
  unreadable: {
    title: "Votre saisie n’a pas pu être lue",
    text: "Elle est trop longue ou n’est pas arrivée en entier, et rien n’en a été transmis. Veuillez revenir au formulaire et recommencer.",
  },
  unavailable: {
    title: "Veuillez réessayer dans un instant",
    text: "Cette page ne peut pas être affichée pour le moment. Vous ne serez pas débité deux fois.",
  },
  back: "Revenir chez {merchant}",
  leading: "Vous allez revenir chez {merchant}.",
  retry: "Réessayer",
};
