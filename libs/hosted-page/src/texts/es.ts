import type { Texts } from "./texts.ts";

export const es: Texts = {
  language: "Español",
  languages: "Idioma",
  payTitle: "Pagar {amount} a {merchant}",
  payTo: "Pago a {merchant}",
  testMode: "Modo de prueba: no se mueve dinero.",
  test: {
    offer: "Tarjetas e importes de prueba",
    cards: "Tarjetas",
    anyCard:
      "Sirven cualquier fecha futura, cualquier código de seguridad y cualquier nombre. No use aquí nunca una tarjeta real.",
    amounts: "Importes",
    amountDecides: "El importe que pide {merchant} decide lo que ocurre, no la tarjeta.",
    anyOther: "Cualquier otro importe",
  },
  order: { what: "Por", reference: "Referencia", total: "Total" },
  description: { more: "Mostrar todo", less: "Mostrar menos" },
  assurances: {
    secure: {
      title: "Pago seguro",
      text: "Los datos de su tarjeta se envían cifrados y directamente al servicio de pago. {merchant} nunca los ve.",
    },
    once: {
      title: "Nunca se cobra dos veces",
      text: "Ni siquiera si pulsa el botón dos veces o recarga la página.",
    },
    bankAsks: {
      title: "Su banco puede pedir confirmación",
      text: "Entonces confirma el pago con su banco y vuelve aquí.",
    },
  },
  form: {
    card: "Datos de la tarjeta",
    number: "Número de tarjeta",
    expiry: "Fecha de caducidad",
    expiryFormat: "MM/AA",
    expiryHint: "Por ejemplo 04/29",
    cvc: "Código de seguridad",
    cvcHint: "3 cifras, al dorso",
    cvcHint4: "4 cifras, delante",
    name: "Nombre en la tarjeta",
    email: "Correo electrónico",
    optional: "opcional",
    address: "Dirección de facturación",
    line1: "Calle y número",
    line2: "Piso, puerta",
    postalCode: "Código postal",
    city: "Localidad",
    state: "Provincia o estado",
    country: "País",
    noCountry: "Elija un país",
    pay: "Pagar {amount}",
    paying: "Enviando su pago. Espere, por favor.",
    cancel: "Cancelar y volver a {merchant}",
    timeLeft: "Le quedan unos {minutes} min para pagar.",
  },
  errorSummary: "Corrija lo que está marcado",
  errors: {
    number_missing: "Introduzca el número de su tarjeta.",
    number_length: "Este número de tarjeta tiene muy pocas o demasiadas cifras.",
    number_check: "Este número de tarjeta no es correcto. Compruebe cada cifra.",
    expiry_missing: "Introduzca la fecha de caducidad de su tarjeta.",
    expiry_format: "Introduzca mes y año como figuran en la tarjeta, por ejemplo 04/29.",
    expiry_past: "Esta tarjeta ha caducado. Use otra, por favor.",
    cvc_missing: "Introduzca el código de seguridad de su tarjeta.",
    cvc_3: "El código de seguridad de esta tarjeta tiene 3 cifras.",
    cvc_4: "El código de seguridad de esta tarjeta tiene 4 cifras.",
    cvc_3_or_4: "El código de seguridad tiene 3 o 4 cifras.",
    name_missing: "Introduzca el nombre tal como figura en la tarjeta.",
    name_invalid: "Este nombre es demasiado largo o contiene caracteres no admitidos.",
    email_invalid: "Introduzca una dirección como nombre@example.com o deje el campo vacío.",
    text_invalid: "Este texto es demasiado largo o contiene caracteres no admitidos.",
    country_invalid: "Elija un país de la lista.",
  },
  notices: {
    declined: "No se ha cobrado nada. Puede pagar con otra tarjeta o intentarlo de nuevo.",
    again:
      "El pago no se ha completado por ahora. Introduzca otra vez los datos de su tarjeta. No se le cobrará dos veces.",
    unsent:
      "Su pago no se ha podido enviar en este momento y no se ha cobrado nada. Introduzca otra vez los datos de su tarjeta.",
    stale: "Por su seguridad, este formulario se ha renovado. Introduzca otra vez los datos de su tarjeta.",
  },
  checking: {
    title: "Comprobando su pago",
    text: "Tardará unos segundos. No pague otra vez, por favor.",
    long: "Está tardando más de lo habitual. Puede volver a {merchant}, que recibirá el resultado. No se le cobrará dos veces.",
    again: "Comprobar ahora",
  },
  processing: {
    title: "Su pago se está procesando",
    text: "El resultado todavía no se conoce; se comunicará a {merchant}. No es necesario que espere aquí; no pague otra vez, por favor.",
  },
  challenge: {
    title: "Confirme con su banco",
    text: "Su banco le pide que confirme este pago.",
    go: "Continuar a su banco",
    leading: "Le llevamos a su banco.",
    left: {
      title: "Pago no confirmado",
      text: "Ha vuelto de su banco sin confirmar este pago. Continúe a su banco para confirmarlo.",
    },
  },
  succeeded: { title: "Pago realizado", text: "Ha pagado {amount} a {merchant}." },
  failed: {
    title: "Pago no realizado",
    next: "No se le ha cobrado nada. Para intentarlo otra vez, vuelva a {merchant}.",
  },
  failures: {
    refused:
      "Su banco ha rechazado este pago. Quizá funcione otra tarjeta, o su banco puede darle más información.",
    funds: "No hay suficiente saldo disponible en esta tarjeta.",
    details: "Su banco no ha aceptado los datos de la tarjeta.",
    expired: "Esta tarjeta ha caducado.",
    limit: "Este pago supera un límite de su tarjeta.",
    identity: "Su banco no ha podido confirmar que se trata de usted.",
    technical: "El pago no se pudo realizar por un motivo técnico.",
  },
  expiring: {
    title: "El tiempo para pagar ha terminado",
    text: "Este pago se está cerrando. El resultado aparecerá aquí en un momento.",
  },
  expired: {
    title: "El tiempo para pagar ha terminado",
    text: "No se ha cobrado nada. Para empezar de nuevo, vuelva a {merchant}.",
  },
  cancelled: {
    title: "Pago no completado",
    text: "Ha salido sin pagar y no se ha cobrado nada. Mientras no termine el tiempo, este pago todavía se puede completar.",
    uncertain:
      "Ha salido antes de que se completara este pago. Si aun así se realiza, {merchant} lo sabrá y usted lo pagará una sola vez. Mientras no termine el tiempo, todavía se puede completar.",
    resume: "Volver al pago",
  },
  closed: {
    title: "Demasiados intentos",
    text: "Por su seguridad, el formulario está cerrado. Podrá intentarlo otra vez en unos {minutes} min.",
  },
  unknown: {
    title: "Página no encontrada",
    text: "Este enlace de pago no existe o no está completo. Vuelva a la tienda y empiece de nuevo.",
  },
  unknownReturn: {
    title: "Página no encontrada",
    text: "Este enlace no existe o ya no es válido. La tienda puede decirle qué ha sido de su pago.",
  },
  unreadable: {
    title: "No se han podido leer sus datos",
    text: "Son demasiado largos o no han llegado completos, y no se ha transmitido nada de ellos. Vuelva al formulario e introdúzcalos otra vez.",
  },
  unavailable: {
    title: "Inténtelo otra vez en un momento",
    text: "Esta página no se puede mostrar ahora. No se le cobrará dos veces.",
  },
  back: "Volver a {merchant}",
  leading: "Le llevamos de vuelta a {merchant}.",
  retry: "Intentar otra vez",
};
