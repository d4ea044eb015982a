# Written from the OpenAPI document by `make clients-types`, and never by hand.
# sha256 of it: d82fc751860142019c95719ec4c4753e81e996fd18c815e2f76d6c206ea7927e
"""What the API takes and answers, as its OpenAPI document describes it."""

from typing import List, Literal, Optional, TypedDict, Union

__all__ = [
    "Address",
    "AddressInput",
    "ApplePayData",
    "ApplePayDataCard",
    "ApplePayMethod",
    "ApplePayMethodApplePay",
    "BillingDetails",
    "BillingDetailsInput",
    "BrowserInformation",
    "Card",
    "CardAttempt",
    "CardBrand",
    "CardMethod",
    "CardSummary",
    "Error",
    "ErrorCode",
    "ErrorEnvelope",
    "ErrorFault",
    "Event",
    "EventData",
    "EventList",
    "EventResend",
    "EventType",
    "FailureCode",
    "GooglePayCryptogram",
    "GooglePayData",
    "GooglePayMethod",
    "GooglePayMethodGooglePay",
    "GooglePayPanOnly",
    "Health",
    "HostedPaymentCreate",
    "ListEventsQuery",
    "ListPaymentsQuery",
    "ListPaymentsQueryAmount",
    "ListPaymentsQueryCreated",
    "ListPayoutsQuery",
    "ListPayoutsQueryAmount",
    "ListPayoutsQueryCreated",
    "ListRefundsQuery",
    "ListWebhookDeliveriesQuery",
    "ListWebhookEndpointsQuery",
    "NextAction",
    "Payment",
    "PaymentCreate",
    "PaymentEvent",
    "PaymentEventData",
    "PaymentList",
    "PaymentMethod",
    "PaymentMethodData",
    "Payout",
    "PayoutAddress",
    "PayoutCreate",
    "PayoutCreateDestination",
    "PayoutCreateRecipient",
    "PayoutDestination",
    "PayoutEvent",
    "PayoutEventData",
    "PayoutList",
    "PayoutRecipient",
    "PayoutSender",
    "Refund",
    "RefundCreate",
    "RefundEvent",
    "RefundEventData",
    "RefundFailure",
    "RefundList",
    "ResentEvent",
    "StatusTransitions",
    "WalletCard",
    "WebhookDelivery",
    "WebhookDeliveryAttempt",
    "WebhookDeliveryList",
    "WebhookEndpoint",
    "WebhookEndpointCreate",
    "WebhookEndpointDeleted",
    "WebhookEndpointList",
    "WebhookEndpointUpdate",
    "WebhookEndpointWithSecret",
    "WebhookSecretOverlapEnd",
    "WebhookSecretRoll",
]


class Address(TypedDict):
    "Billing address; null where nothing of it was given"

    line1: Optional[str]
    "Street and number; null where unknown"
    line2: Optional[str]
    "Second line of the address; null where unknown"
    city: Optional[str]
    "City; null where unknown"
    state: Optional[str]
    "State, province or region; null where unknown"
    postal_code: Optional[str]
    "Postal code; null where unknown"
    country: Optional[str]
    "Country by two letters of ISO 3166-1, in upper case; null where unknown"


class AddressInput(TypedDict, total=False):
    "Billing address, as far as it is known"

    line1: Optional[str]
    "Street and number, of at most 255 characters"
    line2: Optional[str]
    "The second line of the address, of at most 255 characters"
    city: Optional[str]
    "The city, of at most 100 characters"
    state: Optional[str]
    "The state, province or region, of at most 100 characters"
    postal_code: Optional[str]
    "The postal code, of at most 32 characters"
    country: Optional[str]
    "A country by two letters of ISO 3166-1, in any case"


class _ApplePayDataRequired(TypedDict):
    card: "ApplePayDataCard"
    "The device's number, which Apple Pay gives in place of the card's"
    cryptogram: str
    "28 characters of standard Base64, as the wallet gave them"


class ApplePayData(_ApplePayDataRequired, total=False):
    "The decrypted token of Apple Pay"

    eci: str
    "Two digits, as the wallet gave them"


class _ApplePayDataCardRequired(TypedDict):
    number: str
    "12 to 19 digits; not of UnionPay"
    exp_month: int
    "Month in which the card expires"
    exp_year: int
    "Year in which the card expires, of four digits"


class ApplePayDataCard(_ApplePayDataCardRequired, total=False):
    "The device's number, which Apple Pay gives in place of the card's"

    holder_name: str
    "The name on the card: 1 to 255 characters after trimming, no control characters"


class ApplePayMethod(TypedDict):
    "Pay with Apple Pay (experimental)"

    type: Literal["apple_pay"]
    "The way of paying"
    apple_pay: "ApplePayMethodApplePay"
    "What Apple Pay gave"


class ApplePayMethodApplePay(TypedDict):
    "What Apple Pay gave"

    format: Literal["decrypted"]
    "What `data` is: the wallet's token, decrypted by you"
    data: "ApplePayData"


class BillingDetails(TypedDict):
    "Who is billed; null where nothing was given"

    email: Optional[str]
    "E-mail address; null where unknown"
    first_name: Optional[str]
    "First name; null where unknown"
    last_name: Optional[str]
    "Last name; null where unknown"
    phone: Optional[str]
    "Telephone number in the form of E.164; null where unknown"
    address: Optional["Address"]
    "Where they live; null where nothing was given"


class BillingDetailsInput(TypedDict, total=False):
    "Who is billed, as far as that is known"

    email: str
    "An e-mail address of at most 255 characters"
    first_name: Optional[str]
    "The first name, of at most 255 characters"
    last_name: Optional[str]
    "The last name, of at most 255 characters"
    phone: Optional[str]
    "A telephone number in the form of E.164: + and up to 15 digits, without spaces"
    address: Optional["AddressInput"]
    "Where they live; null says the same as leaving it out"


class BrowserInformation(TypedDict):
    "What the payer's browser says of itself"

    accept_header: str
    "The header Accept of the browser, of at most 2048 characters"
    javascript_enabled: bool
    "Whether scripts run in the browser"
    screen_width: int
    "screen.width of the browser, in pixels"
    screen_height: int
    "screen.height of the browser, in pixels"
    color_depth: int
    "screen.colorDepth of the browser, in bits"
    user_agent: str
    "The header User-Agent of the browser, of at most 2048 characters"
    language: str
    "navigator.language of the browser, of at most 35 characters"
    time_zone_offset: int
    "UTC minus local time in minutes"
    java_enabled: bool
    "navigator.javaEnabled() of the browser"


class Card(TypedDict):
    "A card as its holder reads it off"

    number: str
    "12 to 19 digits, without spaces or hyphens"
    exp_month: int
    "Month in which the card expires"
    exp_year: int
    "Year in which the card expires, of four digits"
    cvc: str
    "The security code of 3 or 4 digits, as a text, so that leading zeros stay"
    holder_name: str
    "The name on the card: 1 to 255 characters after trimming, no control characters"


class CardAttempt(TypedDict):
    "A card that the payer of a hosted Payment tried"

    attempt: int
    "Which card it was, counted from 1"
    failure_code: Optional[Literal["not_found", "processor_error", "processor_unavailable", "generic_decline", "do_not_honor", "issuer_declined", "insufficient_funds", "invalid_number", "invalid_expiry", "expired_card", "invalid_amount", "invalid_currency", "not_permitted", "cardholder_limit", "card_velocity_exceeded", "lost_card", "stolen_card", "suspect_fraud", "fraud_filter", "three_d_secure_failed", "three_d_secure_timeout", "three_d_secure_not_supported", "three_d_secure_error"]]
    "Why it was declined; null of one that did not fail: it succeeded, or the payer's time was over"
    brand: Optional["CardBrand"]
    "The scheme of the card; null where it was not recognised"
    last4: Optional[str]
    "The last four digits of the number; a wallet's are its device number's"
    created_at: int
    "When it was declined, or ended with its Payment, as Unix time in seconds"


class CardMethod(TypedDict):
    "Pay by card"

    type: Literal["card"]
    "The way of paying"
    card: "Card"


class CardSummary(TypedDict):
    "What may be shown of a card"

    brand: "CardBrand"
    last4: str
    "The last four digits of the number; a wallet's are its device number's"
    exp_month: int
    "Month in which the card expires"
    exp_year: int
    "Year in which the card expires, of four digits"


class _ErrorRequired(TypedDict):
    code: "ErrorCode"
    message: str
    "What was given, what is wanted and how it looks when right, for people; never branch on it"
    request_id: str
    "The request's own id, as in the header `Request-Id`: name it when you ask for help"


class Error(_ErrorRequired, total=False):
    "Why a request was refused"

    param: str
    "The field, parameter or header that is meant, with points between the parts of its path"
    doc_url: str
    "The page of this code: what causes it, and what to do"
    errors: List["ErrorFault"]
    "Where a body has several faults: all of them, at most 20, the first as in `code` and `param`"


class ErrorEnvelope(TypedDict):
    "The body of every answer of 4xx and 5xx"

    error: "Error"


class _ErrorFaultRequired(TypedDict):
    code: "ErrorCode"
    message: str
    "What was given, what is wanted and how it looks when right, for people; never branch on it"


class ErrorFault(_ErrorFaultRequired, total=False):
    "One of several faults of a body"

    param: str
    "The field, parameter or header that is meant, with points between the parts of its path"


class EventData(TypedDict, total=False):
    "The object as its GET would have shown it when the change was recorded"

    payment: "Payment"
    refund: "Refund"
    payout: "Payout"


class EventList(TypedDict):
    "A page of events"

    data: List["Event"]
    "events, newest first"
    has_more: bool
    "Whether there are more in the direction that was asked for"


class EventResend(TypedDict, total=False):
    "Nothing to choose: an empty object, or no body"

    pass


class _GooglePayCryptogramRequired(TypedDict):
    auth_method: Literal["CRYPTOGRAM_3DS"]
    "A device's number with a cryptogram"
    card: "WalletCard"
    cryptogram: str
    "28 characters of standard Base64, as the wallet gave them"


class GooglePayCryptogram(_GooglePayCryptogramRequired, total=False):
    "A decrypted token of Google Pay with a cryptogram"

    eci: str
    "Two digits, as the wallet gave them"


class GooglePayMethod(TypedDict):
    "Pay with Google Pay (experimental)"

    type: Literal["google_pay"]
    "The way of paying"
    google_pay: "GooglePayMethodGooglePay"
    "What Google Pay gave"


class GooglePayMethodGooglePay(TypedDict):
    "What Google Pay gave"

    format: Literal["decrypted"]
    "What `data` is: the wallet's token, decrypted by you"
    data: "GooglePayData"


class GooglePayPanOnly(TypedDict):
    "A decrypted token of Google Pay with the card's own number"

    auth_method: Literal["PAN_ONLY"]
    "The card's own number; the request needs `browser_information` as well"
    card: "WalletCard"


class Health(TypedDict):
    "Whether the API is available"

    status: Literal["ok", "degraded", "unavailable"]
    "`unavailable` comes with 503; with `degraded` requests are served, and something beside them is not"


class _HostedPaymentCreateRequired(TypedDict):
    amount: int
    "Amount in minor units of the currency"
    currency: str
    "Three letters of ISO 4217 in any case, optionally surrounded by white space"
    return_url: str
    "An absolute HTTPS URL without user info, to which the payer's browser is sent back"
    merchant_customer_id: str
    "Your own name for the customer: 1 to 255 characters, not only white space"


class HostedPaymentCreate(_HostedPaymentCreateRequired, total=False):
    "A Payment of the hosted page to be created"

    customer_ip_address: str
    "One literal IPv4 or IPv6 address, without a port or a zone"
    merchant_reference: int
    "Your own number of the object, of exactly ten digits and not beginning with 0"
    description: Optional[str]
    "What is paid for, in at most 500 characters; the hosted page shows it to the payer"
    billing_details: "BillingDetailsInput"
    statement_descriptor: str
    "What the payer's statement is to say: 1 to 22 printable ASCII characters, none of them < > \\ \" ' *, no space at either end"


class NextAction(TypedDict):
    "What the payer has to do for the Payment to go on"

    type: Literal["redirect"]
    "Send the payer's browser to `redirect_url`"
    reason: Literal["hosted_payment_page", "three_d_secure"]
    "What the payer does there"
    redirect_url: str
    "Opaque, and may change while the status stays REQUIRES_ACTION: read it anew for each redirect"


class _PaymentRequired(TypedDict):
    id: str
    "Payment ID: pay_ and 24 letters and digits"
    amount: int
    "Amount in minor units of the currency"
    currency: str
    "ISO 4217 code in upper case"
    status: Literal["PENDING", "REQUIRES_ACTION", "PROCESSING", "SUCCEEDED", "FAILED", "EXPIRED"]
    "Where the Payment stands. SUCCEEDED, FAILED and EXPIRED are ends; only SUCCEEDED allows fulfilment"
    integration_type: Literal["DIRECT", "HOSTED_PAYMENT_PAGE"]
    "How it was created"
    payment_method: Optional["PaymentMethod"]
    "What it is paid with; null while that is not known, as before a payer has submitted the hosted page"
    merchant_reference: Optional[int]
    "Your own number of the object, of exactly ten digits and not beginning with 0"
    description: Optional[str]
    "What is paid for, as you named it"
    billing_details: Optional["BillingDetails"]
    "Who is billed; null where nothing was given"
    failure_code: Optional["FailureCode"]
    "Why it failed; null unless the status is FAILED"
    failure_message: Optional[str]
    "Why it failed, in words that a payer may read; null unless it failed"
    amount_refunded: int
    "Minor units that succeeded Refunds have given back"
    amount_refundable: int
    "Minor units that can still be refunded; 0 unless the status is SUCCEEDED"
    refunds: List["Refund"]
    "All Refunds of the Payment, oldest first"
    status_transitions: "StatusTransitions"
    created_at: int
    "When it was created, as Unix time in seconds"
    livemode: bool
    "Whether it is real money; false in Sandbox, where nothing is charged"
    next_action: Optional["NextAction"]
    "What the payer has to do now; null unless the status is REQUIRES_ACTION"


class Payment(_PaymentRequired, total=False):
    "A payment by card or wallet"

    card_attempts: List["CardAttempt"]
    "Only of a hosted Payment whose merchant lets payers try another card: the cards that were declined, oldest first, and the one that it ended with"


class _PaymentCreateRequired(TypedDict):
    amount: int
    "Amount in minor units of the currency"
    currency: str
    "Three letters of ISO 4217 in any case, optionally surrounded by white space"
    payment_method_data: "PaymentMethodData"
    customer_ip_address: str
    "One literal IPv4 or IPv6 address, without a port or a zone"
    merchant_customer_id: str
    "Your own name for the customer: 1 to 255 characters, not only white space"
    return_url: str
    "An absolute HTTPS URL without user info, to which the payer's browser is sent back"


class PaymentCreate(_PaymentCreateRequired, total=False):
    "A Direct Payment to be created"

    merchant_reference: int
    "Your own number of the object, of exactly ten digits and not beginning with 0"
    browser_information: "BrowserInformation"
    billing_details: "BillingDetailsInput"
    description: Optional[str]
    "What is paid for, in at most 500 characters; the hosted page shows it to the payer"
    statement_descriptor: str
    "What the payer's statement is to say: 1 to 22 printable ASCII characters, none of them < > \\ \" ' *, no space at either end"


class PaymentEvent(TypedDict):
    "That a Payment changed"

    id: str
    "Event ID: evt_ and 24 letters and digits"
    type: Literal["payment.requires_action", "payment.processing", "payment.succeeded", "payment.failed", "payment.expired"]
    "What changed"
    created_at: int
    "When the change was recorded, as Unix time in seconds"
    livemode: bool
    "Whether it is real money; false in Sandbox, where nothing is charged"
    data: "PaymentEventData"
    "The Payment as its GET would have shown it when the change was recorded"


class PaymentEventData(TypedDict):
    "The Payment as its GET would have shown it when the change was recorded"

    payment: "Payment"


class PaymentList(TypedDict):
    "A page of Payments"

    data: List["Payment"]
    "Payments, newest first"
    has_more: bool
    "Whether there are more in the direction that was asked for"


class PaymentMethod(TypedDict):
    "With what was paid; null while that is unknown"

    type: str
    "`card`, `apple_pay` or `google_pay`; others may be added"
    card: "CardSummary"


class _PayoutRequired(TypedDict):
    id: str
    "Payout ID: po_ and 24 letters and digits"
    amount: int
    "Amount in minor units of the currency"
    currency: str
    "ISO 4217 code in upper case"
    merchant_reference: Optional[int]
    "Your own number of the object, of exactly ten digits and not beginning with 0"
    destination: "PayoutDestination"
    "Where the money goes"
    recipient: "PayoutRecipient"
    "Who gets the money"
    status: Literal["PENDING", "PROCESSING", "SUCCEEDED", "FAILED"]
    "Where the Payout stands; SUCCEEDED and FAILED are ends"
    created_at: int
    "When it was created, as Unix time in seconds"
    updated_at: int
    "When its status last changed, as Unix time in seconds"
    completed_at: Optional[int]
    "When it came to its end, as Unix time in seconds"
    livemode: bool
    "Whether it is real money; false in Sandbox, where nothing is charged"


class Payout(_PayoutRequired, total=False):
    "Money sent to a card"

    failure_code: "FailureCode"
    failure_message: str
    "Why it failed, for your own staff; there only when it is FAILED"


class PayoutDestination(TypedDict):
    "Where the money goes"

    card_brand: Literal["visa", "mastercard"]
    "The card's scheme"
    card_last4: str
    "The last four digits of the card's number"


class PayoutRecipient(TypedDict):
    "Who gets the money"

    first_name: str
    "First name, as you sent it"
    last_name: str
    "Last name, as you sent it"
    country: str
    "Country by two letters of ISO 3166-1, in upper case"


class _PayoutAddressRequired(TypedDict):
    line1: str
    "Street and number: 1 to 255 characters, not only white space"
    city: str
    "The city: 1 to 100 characters, not only white space"
    country: str
    "A country by two letters of ISO 3166-1, in any case"


class PayoutAddress(_PayoutAddressRequired, total=False):
    "Where somebody lives"

    line2: str
    "The second line of the address: 1 to 255 characters, not only white space"
    state: str
    "The state, province or region: 1 to 100 characters, not only white space"
    postal_code: str
    "The postal code: 1 to 32 characters, not only white space"


class _PayoutCreateRequired(TypedDict):
    amount: int
    "Amount in minor units of the currency"
    currency: str
    "Three letters of ISO 4217 in any case, optionally surrounded by white space"
    destination: "PayoutCreateDestination"
    "The card that the money goes to, with its expiry where you know it"
    initiator_ip_address: str
    "One literal IPv4 or IPv6 address, without a port or a zone"
    recipient: "PayoutCreateRecipient"
    "Who gets the money"


class PayoutCreate(_PayoutCreateRequired, total=False):
    "A Payout to be created"

    merchant_reference: int
    "Your own number of the object, of exactly ten digits and not beginning with 0"
    sender: "PayoutSender"


class _PayoutCreateDestinationRequired(TypedDict):
    card_number: str
    "12 to 19 digits, without spaces or hyphens"


class PayoutCreateDestination(_PayoutCreateDestinationRequired, total=False):
    "The card that the money goes to, with its expiry where you know it"

    exp_month: int
    "Month in which the card expires"
    exp_year: int
    "Year in which the card expires, of four digits"


class _PayoutCreateRecipientRequired(TypedDict):
    country: str
    "A country by two letters of ISO 3166-1, in any case"
    first_name: str
    "1 to 255 characters, not only white space"
    last_name: str
    "1 to 255 characters, not only white space"


class PayoutCreateRecipient(_PayoutCreateRecipientRequired, total=False):
    "Who gets the money"

    address: "PayoutAddress"


class PayoutEvent(TypedDict):
    "That a Payout changed"

    id: str
    "Event ID: evt_ and 24 letters and digits"
    type: Literal["payout.pending", "payout.processing", "payout.succeeded", "payout.failed"]
    "What changed"
    created_at: int
    "When the change was recorded, as Unix time in seconds"
    livemode: bool
    "Whether it is real money; false in Sandbox, where nothing is charged"
    data: "PayoutEventData"
    "The Payout as its GET would have shown it when the change was recorded"


class PayoutEventData(TypedDict):
    "The Payout as its GET would have shown it when the change was recorded"

    payout: "Payout"


class PayoutList(TypedDict):
    "A page of Payouts"

    data: List["Payout"]
    "Payouts, newest first"
    has_more: bool
    "Whether there are more in the direction that was asked for"
    total_count: int
    "The number of all Payouts that match, on any page, at the moment of the page"


class _PayoutSenderRequired(TypedDict):
    first_name: str
    "1 to 255 characters, not only white space"
    last_name: str
    "1 to 255 characters, not only white space"


class PayoutSender(_PayoutSenderRequired, total=False):
    "Whose money it is; acquirers of some countries ask for it"

    address: "PayoutAddress"


class _RefundRequired(TypedDict):
    id: str
    "Refund ID: ref_ and 24 letters and digits"
    payment_id: str
    "Payment ID: pay_ and 24 letters and digits"
    amount: int
    "Amount in minor units of the currency"
    currency: str
    "ISO 4217 code in upper case"
    merchant_reference: Optional[int]
    "Your own number of the object, of exactly ten digits and not beginning with 0"
    reason: str
    "Why it was refunded, as you sent it"
    refund_type: Literal["FULL", "PARTIAL"]
    "FULL where it gives the Payment's whole amount back at once, else PARTIAL"
    status: Literal["PENDING", "PROCESSING", "SUCCEEDED", "FAILED"]
    "Where the Refund stands; SUCCEEDED and FAILED are ends"
    created_at: int
    "When it was created, as Unix time in seconds"
    updated_at: int
    "When its status last changed, as Unix time in seconds"
    completed_at: Optional[int]
    "When it came to its end, as Unix time in seconds"
    livemode: bool
    "Whether it is real money; false in Sandbox, where nothing is charged"


class Refund(_RefundRequired, total=False):
    "Money of a Payment given back"

    failure: "RefundFailure"


class _RefundCreateRequired(TypedDict):
    payment_id: str
    "Payment ID: pay_ and 24 letters and digits"
    amount: int
    "Amount in minor units of the currency"
    reason: str
    "The reason for the refund: at most 50 characters, not only white space"


class RefundCreate(_RefundCreateRequired, total=False):
    "A Refund to be created"

    merchant_reference: int
    "Your own number of the object, of exactly ten digits and not beginning with 0"


class RefundEvent(TypedDict):
    "That a Refund changed"

    id: str
    "Event ID: evt_ and 24 letters and digits"
    type: Literal["refund.processing", "refund.succeeded", "refund.failed"]
    "What changed"
    created_at: int
    "When the change was recorded, as Unix time in seconds"
    livemode: bool
    "Whether it is real money; false in Sandbox, where nothing is charged"
    data: "RefundEventData"
    "The Refund as its GET would have shown it when the change was recorded"


class RefundEventData(TypedDict):
    "The Refund as its GET would have shown it when the change was recorded"

    refund: "Refund"


class RefundFailure(TypedDict):
    "Why the Refund failed; there only when it is FAILED"

    code: "FailureCode"
    message: str
    "Why it failed, for your own staff"


class RefundList(TypedDict):
    "A page of Refunds of a Payment"

    data: List["Refund"]
    "Refunds of a Payment, newest first"
    has_more: bool
    "Whether there are more in the direction that was asked for"


class ResentEvent(TypedDict):
    "An event that is sent again"

    id: str
    "Event ID: evt_ and 24 letters and digits"
    type: "EventType"
    created_at: int
    "When the change was recorded, as Unix time in seconds"
    livemode: bool
    "Whether it is real money; false in Sandbox, where nothing is charged"
    data: "EventData"
    deliveries: int
    "Enabled endpoints of the mode that want its type; it goes to each of them once more"


class StatusTransitions(TypedDict):
    "When each status was entered; null for one that was not"

    requires_action_at: Optional[int]
    "When the payer first had something to do, as Unix time in seconds"
    processing_at: Optional[int]
    "When it went to the acquirer, as Unix time in seconds"
    succeeded_at: Optional[int]
    "When it succeeded, as Unix time in seconds"
    failed_at: Optional[int]
    "When it failed, as Unix time in seconds"
    expired_at: Optional[int]
    "When the payer's time was over, as Unix time in seconds"


class _WalletCardRequired(TypedDict):
    number: str
    "12 to 19 digits, without spaces or hyphens"
    exp_month: int
    "Month in which the card expires"
    exp_year: int
    "Year in which the card expires, of four digits"


class WalletCard(_WalletCardRequired, total=False):
    "The card that the wallet gave; with PAN_ONLY its own number, else one of the device"

    holder_name: str
    "The name on the card: 1 to 255 characters after trimming, no control characters"


class WebhookDelivery(TypedDict):
    "One event on its way to one endpoint"

    id: str
    "Webhook delivery ID: whd_ and 24 letters and digits"
    event_id: str
    "Event ID: evt_ and 24 letters and digits"
    event_type: str
    "The event's type"
    status: Literal["pending", "succeeded", "failed", "canceled"]
    "`failed` was given up after 72 hours; `canceled` had its endpoint disabled or deleted while it was pending"
    attempts: int
    "Tries so far"
    next_attempt_at: Optional[int]
    "When it is tried again, as Unix time in seconds"
    last_attempt: Optional["WebhookDeliveryAttempt"]
    "The newest try; null where none has been made yet"
    earlier_attempts: List["WebhookDeliveryAttempt"]
    "The tries before the last one, oldest first: the latest 15 of them"
    event_accepted_at: Optional[int]
    "When the endpoint accepted the event by another delivery, after a resend; null where it has not since this one was created, and of one that succeeded, as Unix time in seconds"
    created_at: int
    "When it was created, as Unix time in seconds"


class WebhookDeliveryAttempt(TypedDict):
    "What a try came to"

    at: int
    "When it was made, as Unix time in seconds"
    http_status: Optional[int]
    "What your endpoint answered; null without an answer"
    error: Optional[str]
    "Why there was no answer"
    duration_ms: int
    "How long it took, in milliseconds"
    response_prefix: Optional[str]
    "How the answer's body began, its printable part"
    resent_by: Optional[Literal["api", "workbench", "operator"]]
    "Who asked for this try by sending the event again: `api` with a key of yours, `workbench`, or an `operator`; null for a try on schedule"


class WebhookDeliveryList(TypedDict):
    "A page of deliveries of an endpoint"

    data: List["WebhookDelivery"]
    "deliveries of an endpoint, newest first"
    has_more: bool
    "Whether there are more in the direction that was asked for"


class WebhookEndpoint(TypedDict):
    "Where events of a mode are sent"

    id: str
    "Webhook endpoint ID: we_ and 24 letters and digits"
    url: str
    "Where events are sent"
    enabled_events: List[str]
    "Event types, or `[\"*\"]` for every type, those to come included"
    description: Optional[str]
    "Your own note on it"
    status: Literal["enabled", "disabled"]
    "Only to an enabled one is anything sent"
    disabled_reason: Optional[Literal["gone", "merchant", "operator"]]
    "`gone` after the answer 410; null while the endpoint is enabled"
    failing_since: Optional[int]
    "Since when every delivery has failed, once that has been so for a day; else null"
    livemode: bool
    "Whether it is real money; false in Sandbox, where nothing is charged"
    created_at: int
    "When it was created, as Unix time in seconds"


class _WebhookEndpointCreateRequired(TypedDict):
    url: str
    "An HTTPS URL without user info and fragment. Every address of its host has to be a public one; that is asked again at each delivery. In Sandbox an operator can allow the machine's own addresses, by plain HTTP too, as `make start` does"
    enabled_events: List[Literal["payment.requires_action", "payment.processing", "payment.succeeded", "payment.failed", "payment.expired", "refund.processing", "refund.succeeded", "refund.failed", "payout.pending", "payout.processing", "payout.succeeded", "payout.failed", "*"]]
    "Event types, or `[\"*\"]` alone for every type, those to come included"


class WebhookEndpointCreate(_WebhookEndpointCreateRequired, total=False):
    "A webhook endpoint to be created"

    description: Optional[str]
    "Your own note on it, of at most 255 characters"


class WebhookEndpointDeleted(TypedDict):
    "A webhook endpoint that is gone"

    id: str
    "Webhook endpoint ID: we_ and 24 letters and digits"
    deleted: bool
    "That it is gone: always true"


class WebhookEndpointList(TypedDict):
    "A page of webhook endpoints"

    data: List["WebhookEndpoint"]
    "webhook endpoints, newest first"
    has_more: bool
    "Whether there are more in the direction that was asked for"


class WebhookEndpointUpdate(TypedDict, total=False):
    "What is to change of a webhook endpoint; what is left out stays"

    url: str
    "An HTTPS URL without user info and fragment. Every address of its host has to be a public one; that is asked again at each delivery. In Sandbox an operator can allow the machine's own addresses, by plain HTTP too, as `make start` does"
    enabled_events: List[Literal["payment.requires_action", "payment.processing", "payment.succeeded", "payment.failed", "payment.expired", "refund.processing", "refund.succeeded", "refund.failed", "payout.pending", "payout.processing", "payout.succeeded", "payout.failed", "*"]]
    "Event types, or `[\"*\"]` alone for every type, those to come included"
    description: Optional[str]
    "Your own note on it, of at most 255 characters"
    status: Literal["enabled", "disabled"]
    "`disabled` cancels what is still to be delivered; `enabled` begins with the next event"


class WebhookEndpointWithSecret(TypedDict):
    "A webhook endpoint with its new secret"

    id: str
    "Webhook endpoint ID: we_ and 24 letters and digits"
    url: str
    "Where events are sent"
    enabled_events: List[str]
    "Event types, or `[\"*\"]` for every type, those to come included"
    description: Optional[str]
    "Your own note on it"
    status: Literal["enabled", "disabled"]
    "Only to an enabled one is anything sent"
    disabled_reason: Optional[Literal["gone", "merchant", "operator"]]
    "`gone` after the answer 410; null while the endpoint is enabled"
    failing_since: Optional[int]
    "Since when every delivery has failed, once that has been so for a day; else null"
    livemode: bool
    "Whether it is real money; false in Sandbox, where nothing is charged"
    created_at: int
    "When it was created, as Unix time in seconds"
    secret: str
    "What deliveries are signed with. It is shown in this answer alone: keep it where your keys are"


class WebhookSecretOverlapEnd(TypedDict, total=False):
    "Nothing to choose of the old secrets: an empty object, or no body"

    pass


class WebhookSecretRoll(TypedDict, total=False):
    "How a secret is replaced"

    overlap_seconds: int
    "How long deliveries carry the old secret's signature beside the new one's; 86400 where absent"


class ListPaymentsQuery(TypedDict, total=False):
    limit: int
    "Objects on the page; 10 where absent"
    starting_after: str
    "The page that follows this object, going to older ones. An object of the same merchant and mode; it need not match the filters"
    ending_before: str
    "The page right before this object, going to newer ones; still newest first. It ends where another object may still come in between, so that going on from the newest of each page shows every object once. Not together with `starting_after`"
    status: List[Literal["PENDING", "REQUIRES_ACTION", "PROCESSING", "SUCCEEDED", "FAILED", "EXPIRED"]]
    "In one of these statuses"
    currency: List[str]
    "In one of these currencies"
    card_brand: List[str]
    "By a card of one of these brands"
    card_last4: str
    "The card's last four digits; a wallet's are its device number's"
    created: "ListPaymentsQueryCreated"
    amount: "ListPaymentsQueryAmount"
    search: str
    "A whole Payment ID, a merchant reference, a whole billing e-mail in any case, the card's last four digits, or, with exactly one `currency`, the amount in major units with a point or a comma"
    integration_type: List[Literal["DIRECT", "HOSTED_PAYMENT_PAGE"]]
    "Created in one of these ways"
    payment_method_type: List[Literal["card", "apple_pay", "google_pay"]]
    "Paid in one of these ways"


class ListPaymentsQueryCreated(TypedDict, total=False):
    gte: int
    "Created in or after this Unix second"
    gt: int
    "Created after this Unix second"
    lte: int
    "Created in or before this Unix second"
    lt: int
    "Created before this Unix second"


class ListPaymentsQueryAmount(TypedDict, total=False):
    gte: int
    "Amount of at least these minor units, whatever the currency"
    gt: int
    "Amount above these minor units, whatever the currency"
    lte: int
    "Amount of at most these minor units, whatever the currency"
    lt: int
    "Amount below these minor units, whatever the currency"


class _ListRefundsQueryRequired(TypedDict):
    payment_id: str
    "The Payment whose Refunds are asked for; required"


class ListRefundsQuery(_ListRefundsQueryRequired, total=False):
    limit: int
    "Objects on the page; 10 where absent"
    starting_after: str
    "The page that follows this object, going to older ones. An object of the same merchant and mode; it need not match the filters"
    ending_before: str
    "The page right before this object, going to newer ones; still newest first. It ends where another object may still come in between, so that going on from the newest of each page shows every object once. Not together with `starting_after`"


class ListPayoutsQuery(TypedDict, total=False):
    limit: int
    "Objects on the page; 10 where absent"
    starting_after: str
    "The page that follows this object, going to older ones. An object of the same merchant and mode; it need not match the filters"
    ending_before: str
    "The page right before this object, going to newer ones; still newest first. It ends where another object may still come in between, so that going on from the newest of each page shows every object once. Not together with `starting_after`"
    status: List[Literal["PENDING", "PROCESSING", "SUCCEEDED", "FAILED"]]
    "In one of these statuses"
    currency: List[str]
    "In one of these currencies"
    card_brand: List[str]
    "To a card of one of these brands"
    card_last4: str
    "The destination card's last four digits"
    created: "ListPayoutsQueryCreated"
    amount: "ListPayoutsQueryAmount"
    search: str
    "Literal and in any case: a whole Payout ID, or text anywhere inside a merchant reference or a recipient's name; four digits are the destination card's last four too, and with exactly one `currency` the amount in major units with a point or a comma"


class ListPayoutsQueryCreated(TypedDict, total=False):
    gte: int
    "Created in or after this Unix second"
    gt: int
    "Created after this Unix second"
    lte: int
    "Created in or before this Unix second"
    lt: int
    "Created before this Unix second"


class ListPayoutsQueryAmount(TypedDict, total=False):
    gte: int
    "Amount of at least these minor units, whatever the currency"
    gt: int
    "Amount above these minor units, whatever the currency"
    lte: int
    "Amount of at most these minor units, whatever the currency"
    lt: int
    "Amount below these minor units, whatever the currency"


class ListEventsQuery(TypedDict, total=False):
    limit: int
    "Objects on the page; 10 where absent"
    starting_after: str
    "The page that follows this object, going to older ones. An object of the same merchant and mode; it need not match the filters"
    ending_before: str
    "The page right before this object, going to newer ones; still newest first. It ends where another object may still come in between, so that going on from the newest of each page shows every object once. Not together with `starting_after`"


class ListWebhookEndpointsQuery(TypedDict, total=False):
    limit: int
    "Objects on the page; 10 where absent"
    starting_after: str
    "The page that follows this object, going to older ones. An object of the same merchant and mode; it need not match the filters"
    ending_before: str
    "The page right before this object, going to newer ones; still newest first. It ends where another object may still come in between, so that going on from the newest of each page shows every object once. Not together with `starting_after`"


class ListWebhookDeliveriesQuery(TypedDict, total=False):
    limit: int
    "Objects on the page; 10 where absent"
    starting_after: str
    "The page that follows this object, going to older ones. An object of the same merchant and mode; it need not match the filters"
    ending_before: str
    "The page right before this object, going to newer ones; still newest first. It ends where another object may still come in between, so that going on from the newest of each page shows every object once. Not together with `starting_after`"

CardBrand = Literal["visa", "mastercard", "amex", "discover", "diners", "jcb", "unionpay", "maestro", "unknown"]
ErrorCode = Literal["resource_not_found", "method_not_allowed", "invalid_api_key", "rate_limit_exceeded", "actor_forbidden", "parameter_missing", "request_body_invalid", "parameter_invalid", "invalid_request", "invalid_search_criteria", "idempotency_key_reused", "idempotency_key_in_use", "payment_acceptance_unavailable", "payout_submission_unavailable", "merchant_not_provisioned", "currency_not_supported", "invalid_card", "unsupported_card", "payment_not_refundable", "amount_exceeds_refundable", "limit_exceeded", "object_not_found", "object_state_conflict", "processing_error", "service_unavailable", "internal_error"]
Event = Union["PaymentEvent", "RefundEvent", "PayoutEvent"]
EventType = Literal["payment.requires_action", "payment.processing", "payment.succeeded", "payment.failed", "payment.expired", "refund.processing", "refund.succeeded", "refund.failed", "payout.pending", "payout.processing", "payout.succeeded", "payout.failed"]
FailureCode = Literal["not_found", "processor_error", "processor_unavailable", "generic_decline", "do_not_honor", "issuer_declined", "insufficient_funds", "invalid_number", "invalid_expiry", "expired_card", "invalid_amount", "invalid_currency", "not_permitted", "cardholder_limit", "card_velocity_exceeded", "lost_card", "stolen_card", "suspect_fraud", "fraud_filter", "three_d_secure_failed", "three_d_secure_timeout", "three_d_secure_not_supported", "three_d_secure_error"]
GooglePayData = Union["GooglePayCryptogram", "GooglePayPanOnly"]
PaymentMethodData = Union["CardMethod", "ApplePayMethod", "GooglePayMethod"]
