// Written from the OpenAPI document by `make clients-types`, and never by hand.
// sha256 of it: d82fc751860142019c95719ec4c4753e81e996fd18c815e2f76d6c206ea7927e
export interface paths {
    "/v1/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List Payments
         * @description Newest first. For the next page send the last id as `starting_after` while `has_more` is true. The key needs one of the permissions payments, read.
         */
        get: operations["listPayments"];
        put?: never;
        /**
         * Create a Direct Payment
         * @description You collect card or wallet data and send it from your server. Where `status` is REQUIRES_ACTION, send the payer's browser to `next_action.redirect_url`. A repeat with the same `Idempotency-Key` and body answers the same object and creates nothing. Any answer of 201 is an object, also one that failed: read its `status`. The key needs the permission payments.
         */
        post: operations["createPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payments/hpp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a Hosted Payment Page Payment
         * @description The payer enters the card on a page of the platform: send the browser to `next_action.redirect_url`. A repeat with the same `Idempotency-Key` and body answers the same object and creates nothing. Any answer of 201 is an object, also one that failed: read its `status`. The key needs the permission payments.
         */
        post: operations["createHostedPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a Payment
         * @description Its `status` is the authoritative result; that a payer reached `return_url` proves nothing. The key needs one of the permissions payments, read.
         */
        get: operations["getPayment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the Refunds of a Payment
         * @description Newest first. For the next page send the last id as `starting_after` while `has_more` is true. The key needs one of the permissions refunds, read.
         */
        get: operations["listRefunds"];
        put?: never;
        /**
         * Create a Refund
         * @description Gives money of a succeeded Payment back, in the Payment's currency. A repeat with the same `Idempotency-Key` and body answers the same object and creates nothing. Any answer of 201 is an object, also one that failed: read its `status`. The key needs the permission refunds.
         */
        post: operations["createRefund"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/refunds/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a Refund
         * @description Its `status` is the authoritative result. The key needs one of the permissions refunds, read.
         */
        get: operations["getRefund"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payouts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List Payouts
         * @description Newest first. For the next page send the last id as `starting_after` while `has_more` is true. The key needs one of the permissions payouts, read.
         */
        get: operations["listPayouts"];
        put?: never;
        /**
         * Create a Payout
         * @description Sends money to a Visa or Mastercard card. A repeat with the same `Idempotency-Key` and body answers the same object and creates nothing. Any answer of 201 is an object, also one that failed: read its `status`. The key needs the permission payouts.
         */
        post: operations["createPayout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payouts/{payout_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a Payout
         * @description Its `status` is the authoritative result. The key needs one of the permissions payouts, read.
         */
        get: operations["getPayout"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events of the last 30 days
         * @description Newest first. For the next page send the last id as `starting_after` while `has_more` is true. The key needs one of the permissions payments, refunds, payouts, read.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve an event
         * @description The object in it is as it was then; its own GET tells how it is now. The key needs one of the permissions payments, refunds, payouts, read.
         */
        get: operations["getEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an event again to every enabled endpoint that wants its type
         * @description It keeps its id and gets new deliveries. The body may be left out. The key needs all of the permissions payments, refunds, payouts.
         */
        post: operations["resendEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook_endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook endpoints
         * @description Newest first. For the next page send the last id as `starting_after` while `has_more` is true. The key needs all of the permissions payments, refunds, payouts.
         */
        get: operations["listWebhookEndpoints"];
        put?: never;
        /**
         * Create a webhook endpoint; its secret is shown here only
         * @description Keep `secret` of the answer: deliveries are signed with it, and no other answer shows it. The key needs all of the permissions payments, refunds, payouts.
         */
        post: operations["createWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook_endpoints/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a webhook endpoint
         * @description Without its secret. The key needs all of the permissions payments, refunds, payouts.
         */
        get: operations["getWebhookEndpoint"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook endpoint with its deliveries
         * @description What was still to be delivered to it is not sent any more. The key needs all of the permissions payments, refunds, payouts.
         */
        delete: operations["deleteWebhookEndpoint"];
        options?: never;
        head?: never;
        /**
         * Change a webhook endpoint
         * @description What is left out stays. The key needs all of the permissions payments, refunds, payouts.
         */
        patch: operations["updateWebhookEndpoint"];
        trace?: never;
    };
    "/v1/webhook_endpoints/{id}/roll_secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a webhook endpoint a new secret; the old one signs beside it for a while
         * @description Until the overlap is over, deliveries carry the signatures of both secrets. The body may be left out. The key needs all of the permissions payments, refunds, payouts.
         */
        post: operations["rollWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook_endpoints/{id}/end_overlap": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End the overlap of a webhook endpoint's old secrets now; the newest one signs alone
         * @description For an old secret that somebody else may know. The body may be left out. The key needs all of the permissions payments, refunds, payouts.
         */
        post: operations["endWebhookSecretOverlap"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook_endpoints/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries of a webhook endpoint
         * @description Newest first. For the next page send the last id as `starting_after` while `has_more` is true. The key needs all of the permissions payments, refunds, payouts.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Aggregate availability of the API
         * @description For your own monitoring; it asks for no key.
         */
        get: operations["health"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "payment.requires_action": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A payment requires an action of the payer
         * @description The platform sends `payment.requires_action` to every enabled endpoint of the mode that wants it. Delivered at least once and in no promised order. Answer within 10 seconds; redirects are not followed and the body is not read.
         */
        post: operations["onPaymentRequiresAction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment.processing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A payment is under way
         * @description The platform sends `payment.processing` to every enabled endpoint of the mode that wants it. Delivered at least once and in no promised order. Answer within 10 seconds; redirects are not followed and the body is not read.
         */
        post: operations["onPaymentProcessing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment.succeeded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A payment has succeeded
         * @description The platform sends `payment.succeeded` to every enabled endpoint of the mode that wants it. Delivered at least once and in no promised order. Answer within 10 seconds; redirects are not followed and the body is not read.
         */
        post: operations["onPaymentSucceeded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A payment has failed
         * @description The platform sends `payment.failed` to every enabled endpoint of the mode that wants it. Delivered at least once and in no promised order. Answer within 10 seconds; redirects are not followed and the body is not read.
         */
        post: operations["onPaymentFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment.expired": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A payment has expired
         * @description The platform sends `payment.expired` to every enabled endpoint of the mode that wants it. Delivered at least once and in no promised order. Answer within 10 seconds; redirects are not followed and the body is not read.
         */
        post: operations["onPaymentExpired"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "refund.processing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A refund is under way
         * @description The platform sends `refund.processing` to every enabled endpoint of the mode that wants it. Delivered at least once and in no promised order. Answer within 10 seconds; redirects are not followed and the body is not read.
         */
        post: operations["onRefundProcessing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "refund.succeeded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A refund has succeeded
         * @description The platform sends `refund.succeeded` to every enabled endpoint of the mode that wants it. Delivered at least once and in no promised order. Answer within 10 seconds; redirects are not followed and the body is not read.
         */
        post: operations["onRefundSucceeded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "refund.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A refund has failed
         * @description The platform sends `refund.failed` to every enabled endpoint of the mode that wants it. Delivered at least once and in no promised order. Answer within 10 seconds; redirects are not followed and the body is not read.
         */
        post: operations["onRefundFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payout.pending": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A payout is to be sent
         * @description The platform sends `payout.pending` to every enabled endpoint of the mode that wants it. Delivered at least once and in no promised order. Answer within 10 seconds; redirects are not followed and the body is not read.
         */
        post: operations["onPayoutPending"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payout.processing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A payout is under way
         * @description The platform sends `payout.processing` to every enabled endpoint of the mode that wants it. Delivered at least once and in no promised order. Answer within 10 seconds; redirects are not followed and the body is not read.
         */
        post: operations["onPayoutProcessing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payout.succeeded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A payout has succeeded
         * @description The platform sends `payout.succeeded` to every enabled endpoint of the mode that wants it. Delivered at least once and in no promised order. Answer within 10 seconds; redirects are not followed and the body is not read.
         */
        post: operations["onPayoutSucceeded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payout.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A payout has failed
         * @description The platform sends `payout.failed` to every enabled endpoint of the mode that wants it. Delivered at least once and in no promised order. Answer within 10 seconds; redirects are not followed and the body is not read.
         */
        post: operations["onPayoutFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description Billing address; null where nothing of it was given */
        Address: {
            /** @description Street and number; null where unknown */
            line1: string | null;
            /** @description Second line of the address; null where unknown */
            line2: string | null;
            /** @description City; null where unknown */
            city: string | null;
            /** @description State, province or region; null where unknown */
            state: string | null;
            /** @description Postal code; null where unknown */
            postal_code: string | null;
            /** @description Country by two letters of ISO 3166-1, in upper case; null where unknown */
            country: string | null;
        };
        /** @description Billing address, as far as it is known */
        AddressInput: {
            /** @description Street and number, of at most 255 characters */
            line1?: string | null;
            /** @description The second line of the address, of at most 255 characters */
            line2?: string | null;
            /** @description The city, of at most 100 characters */
            city?: string | null;
            /** @description The state, province or region, of at most 100 characters */
            state?: string | null;
            /** @description The postal code, of at most 32 characters */
            postal_code?: string | null;
            /**
             * @description A country by two letters of ISO 3166-1, in any case
             * @example DE
             */
            country?: string | null;
        };
        /** @description The decrypted token of Apple Pay */
        ApplePayData: {
            /** @description The device's number, which Apple Pay gives in place of the card's */
            card: {
                /** @description 12 to 19 digits; not of UnionPay */
                number: string;
                /**
                 * Format: int32
                 * @description Month in which the card expires
                 * @example 12
                 */
                exp_month: number;
                /**
                 * Format: int32
                 * @description Year in which the card expires, of four digits
                 * @example 2034
                 */
                exp_year: number;
                /**
                 * @description The name on the card: 1 to 255 characters after trimming, no control characters
                 * @example Ada Lovelace
                 */
                holder_name?: string;
            };
            /** @description 28 characters of standard Base64, as the wallet gave them */
            cryptogram: string;
            /**
             * @description Two digits, as the wallet gave them
             * @example 05
             */
            eci?: string;
        };
        /** @description Pay with Apple Pay (experimental) */
        ApplePayMethod: {
            /**
             * @description The way of paying (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "apple_pay";
            /** @description What Apple Pay gave */
            apple_pay: {
                /**
                 * @description What `data` is: the wallet's token, decrypted by you
                 * @constant
                 */
                format: "decrypted";
                data: components["schemas"]["ApplePayData"];
            };
        };
        /** @description Who is billed; null where nothing was given */
        BillingDetails: {
            /** @description E-mail address; null where unknown */
            email: string | null;
            /** @description First name; null where unknown */
            first_name: string | null;
            /** @description Last name; null where unknown */
            last_name: string | null;
            /** @description Telephone number in the form of E.164; null where unknown */
            phone: string | null;
            /** @description Where they live; null where nothing was given */
            address: components["schemas"]["Address"] | null;
        };
        /** @description Who is billed, as far as that is known */
        BillingDetailsInput: {
            /**
             * Format: email
             * @description An e-mail address of at most 255 characters
             * @example ada@shop.example
             */
            email?: string;
            /** @description The first name, of at most 255 characters */
            first_name?: string | null;
            /** @description The last name, of at most 255 characters */
            last_name?: string | null;
            /**
             * @description A telephone number in the form of E.164: + and up to 15 digits, without spaces
             * @example +442079460018
             */
            phone?: string | null;
            /** @description Where they live; null says the same as leaving it out */
            address?: components["schemas"]["AddressInput"] | null;
        };
        /** @description What the payer's browser says of itself */
        BrowserInformation: {
            /**
             * @description The header Accept of the browser, of at most 2048 characters
             * @example text/html,application/xhtml+xml
             */
            accept_header: string;
            /** @description Whether scripts run in the browser */
            javascript_enabled: boolean;
            /**
             * Format: int32
             * @description screen.width of the browser, in pixels
             * @example 1920
             */
            screen_width: number;
            /**
             * Format: int32
             * @description screen.height of the browser, in pixels
             * @example 1080
             */
            screen_height: number;
            /**
             * Format: int32
             * @description screen.colorDepth of the browser, in bits
             * @example 24
             */
            color_depth: number;
            /**
             * @description The header User-Agent of the browser, of at most 2048 characters
             * @example Mozilla/5.0
             */
            user_agent: string;
            /**
             * @description navigator.language of the browser, of at most 35 characters
             * @example en-GB
             */
            language: string;
            /**
             * Format: int32
             * @description UTC minus local time in minutes
             * @example -60
             */
            time_zone_offset: number;
            /** @description navigator.javaEnabled() of the browser */
            java_enabled: boolean;
        };
        /** @description A card as its holder reads it off */
        Card: {
            /** @description 12 to 19 digits, without spaces or hyphens */
            number: string;
            /**
             * Format: int32
             * @description Month in which the card expires
             * @example 12
             */
            exp_month: number;
            /**
             * Format: int32
             * @description Year in which the card expires, of four digits
             * @example 2034
             */
            exp_year: number;
            /** @description The security code of 3 or 4 digits, as a text, so that leading zeros stay */
            cvc: string;
            /**
             * @description The name on the card: 1 to 255 characters after trimming, no control characters
             * @example Ada Lovelace
             */
            holder_name: string;
        };
        /** @description A card that the payer of a hosted Payment tried */
        CardAttempt: {
            /**
             * Format: int32
             * @description Which card it was, counted from 1
             */
            attempt: number;
            /**
             * @description Why it was declined; null of one that did not fail: it succeeded, or the payer's time was over
             * @enum {string|null}
             */
            failure_code: "not_found" | "processor_error" | "processor_unavailable" | "generic_decline" | "do_not_honor" | "issuer_declined" | "insufficient_funds" | "invalid_number" | "invalid_expiry" | "expired_card" | "invalid_amount" | "invalid_currency" | "not_permitted" | "cardholder_limit" | "card_velocity_exceeded" | "lost_card" | "stolen_card" | "suspect_fraud" | "fraud_filter" | "three_d_secure_failed" | "three_d_secure_timeout" | "three_d_secure_not_supported" | "three_d_secure_error" | null;
            /** @description The scheme of the card; null where it was not recognised */
            brand: components["schemas"]["CardBrand"] | null;
            /**
             * @description The last four digits of the number; a wallet's are its device number's
             * @example 1111
             */
            last4: string | null;
            /**
             * Format: int64
             * @description When it was declined, or ended with its Payment, as Unix time in seconds
             * @example 1764072000
             */
            created_at: number;
        };
        /**
         * @description The card's scheme
         * @enum {string}
         */
        CardBrand: "visa" | "mastercard" | "amex" | "discover" | "diners" | "jcb" | "unionpay" | "maestro" | "unknown";
        /** @description Pay by card */
        CardMethod: {
            /**
             * @description The way of paying (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "card";
            card: components["schemas"]["Card"];
        };
        /** @description What may be shown of a card */
        CardSummary: {
            brand: components["schemas"]["CardBrand"];
            /**
             * @description The last four digits of the number; a wallet's are its device number's
             * @example 1111
             */
            last4: string;
            /**
             * Format: int32
             * @description Month in which the card expires
             * @example 12
             */
            exp_month: number;
            /**
             * Format: int32
             * @description Year in which the card expires, of four digits
             * @example 2034
             */
            exp_year: number;
        };
        /** @description Why a request was refused */
        Error: {
            code: components["schemas"]["ErrorCode"];
            /** @description What was given, what is wanted and how it looks when right, for people; never branch on it */
            message: string;
            /**
             * @description The field, parameter or header that is meant, with points between the parts of its path
             * @example billing_details.email
             */
            param?: string;
            /**
             * Format: uri
             * @description The page of this code: what causes it, and what to do
             */
            doc_url?: string;
            /** @description Where a body has several faults: all of them, at most 20, the first as in `code` and `param` */
            errors?: components["schemas"]["ErrorFault"][];
            /** @description The request's own id, as in the header `Request-Id`: name it when you ask for help */
            request_id: string;
        };
        /**
         * @description Branch on it. Others may be added: for one that you do not know branch on the HTTP status
         * @enum {string}
         */
        ErrorCode: "resource_not_found" | "method_not_allowed" | "invalid_api_key" | "rate_limit_exceeded" | "actor_forbidden" | "parameter_missing" | "request_body_invalid" | "parameter_invalid" | "invalid_request" | "invalid_search_criteria" | "idempotency_key_reused" | "idempotency_key_in_use" | "payment_acceptance_unavailable" | "payout_submission_unavailable" | "merchant_not_provisioned" | "currency_not_supported" | "invalid_card" | "unsupported_card" | "payment_not_refundable" | "amount_exceeds_refundable" | "limit_exceeded" | "object_not_found" | "object_state_conflict" | "processing_error" | "service_unavailable" | "internal_error";
        /** @description The body of every answer of 4xx and 5xx */
        ErrorEnvelope: {
            error: components["schemas"]["Error"];
        };
        /** @description One of several faults of a body */
        ErrorFault: {
            code: components["schemas"]["ErrorCode"];
            /** @description What was given, what is wanted and how it looks when right, for people; never branch on it */
            message: string;
            /**
             * @description The field, parameter or header that is meant, with points between the parts of its path
             * @example billing_details.email
             */
            param?: string;
        };
        /** @description That something changed, and how the object was then */
        Event: components["schemas"]["PaymentEvent"] | components["schemas"]["RefundEvent"] | components["schemas"]["PayoutEvent"];
        /** @description The object as its GET would have shown it when the change was recorded */
        EventData: {
            payment?: components["schemas"]["Payment"];
            refund?: components["schemas"]["Refund"];
            payout?: components["schemas"]["Payout"];
        };
        /** @description A page of events */
        EventList: {
            /** @description events, newest first */
            data: components["schemas"]["Event"][];
            /** @description Whether there are more in the direction that was asked for */
            has_more: boolean;
        };
        /** @description Nothing to choose: an empty object, or no body */
        EventResend: Record<string, never>;
        /**
         * @description What changed: the object's kind and the status it entered; others may be added
         * @enum {string}
         */
        EventType: "payment.requires_action" | "payment.processing" | "payment.succeeded" | "payment.failed" | "payment.expired" | "refund.processing" | "refund.succeeded" | "refund.failed" | "payout.pending" | "payout.processing" | "payout.succeeded" | "payout.failed";
        /**
         * @description Why the operation failed; others may be added
         * @enum {string}
         */
        FailureCode: "not_found" | "processor_error" | "processor_unavailable" | "generic_decline" | "do_not_honor" | "issuer_declined" | "insufficient_funds" | "invalid_number" | "invalid_expiry" | "expired_card" | "invalid_amount" | "invalid_currency" | "not_permitted" | "cardholder_limit" | "card_velocity_exceeded" | "lost_card" | "stolen_card" | "suspect_fraud" | "fraud_filter" | "three_d_secure_failed" | "three_d_secure_timeout" | "three_d_secure_not_supported" | "three_d_secure_error";
        /** @description A decrypted token of Google Pay with a cryptogram */
        GooglePayCryptogram: {
            /**
             * @description A device's number with a cryptogram (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            auth_method: "CRYPTOGRAM_3DS";
            card: components["schemas"]["WalletCard"];
            /** @description 28 characters of standard Base64, as the wallet gave them */
            cryptogram: string;
            /**
             * @description Two digits, as the wallet gave them
             * @example 05
             */
            eci?: string;
        };
        /** @description The decrypted token of Google Pay, chosen by `auth_method` */
        GooglePayData: components["schemas"]["GooglePayCryptogram"] | components["schemas"]["GooglePayPanOnly"];
        /** @description Pay with Google Pay (experimental) */
        GooglePayMethod: {
            /**
             * @description The way of paying (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "google_pay";
            /** @description What Google Pay gave */
            google_pay: {
                /**
                 * @description What `data` is: the wallet's token, decrypted by you
                 * @constant
                 */
                format: "decrypted";
                data: components["schemas"]["GooglePayData"];
            };
        };
        /** @description A decrypted token of Google Pay with the card's own number */
        GooglePayPanOnly: {
            /**
             * @description The card's own number; the request needs `browser_information` as well (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            auth_method: "PAN_ONLY";
            card: components["schemas"]["WalletCard"];
        };
        /** @description Whether the API is available */
        Health: {
            /**
             * @description `unavailable` comes with 503; with `degraded` requests are served, and something beside them is not
             * @enum {string}
             */
            status: "ok" | "degraded" | "unavailable";
        };
        /** @description A Payment of the hosted page to be created */
        HostedPaymentCreate: {
            /**
             * Format: int64
             * @description Amount in minor units of the currency
             * @example 4999
             */
            amount: number;
            /**
             * @description Three letters of ISO 4217 in any case, optionally surrounded by white space
             * @example EUR
             */
            currency: string;
            /**
             * Format: uri
             * @description An absolute HTTPS URL without user info, to which the payer's browser is sent back
             * @example https://shop.example/return
             */
            return_url: string;
            /**
             * @description Your own name for the customer: 1 to 255 characters, not only white space
             * @example customer-1
             */
            merchant_customer_id: string;
            /**
             * @description One literal IPv4 or IPv6 address, without a port or a zone
             * @example 203.0.113.7
             */
            customer_ip_address?: string;
            /**
             * Format: int64
             * @description Your own number of the object, of exactly ten digits and not beginning with 0
             * @example 1000000042
             */
            merchant_reference?: number;
            /**
             * @description What is paid for, in at most 500 characters; the hosted page shows it to the payer
             * @example Order 42
             */
            description?: string | null;
            billing_details?: components["schemas"]["BillingDetailsInput"];
            /**
             * @description What the payer's statement is to say: 1 to 22 printable ASCII characters, none of them < > \ " ' *, no space at either end
             * @example LOVELACE BOOKS
             */
            statement_descriptor?: string;
        };
        /** @description What the payer has to do for the Payment to go on */
        NextAction: {
            /**
             * @description Send the payer's browser to `redirect_url`
             * @constant
             */
            type: "redirect";
            /**
             * @description What the payer does there
             * @enum {string}
             */
            reason: "hosted_payment_page" | "three_d_secure";
            /** @description Opaque, and may change while the status stays REQUIRES_ACTION: read it anew for each redirect */
            redirect_url: string;
        };
        /** @description A payment by card or wallet */
        Payment: {
            /**
             * @description Payment ID: pay_ and 24 letters and digits
             * @example pay_5f3kQ9xTbN2mW8cRz7LdYv1A
             */
            id: string;
            /**
             * Format: int64
             * @description Amount in minor units of the currency
             * @example 4999
             */
            amount: number;
            /**
             * @description ISO 4217 code in upper case
             * @example EUR
             */
            currency: string;
            /**
             * @description Where the Payment stands. SUCCEEDED, FAILED and EXPIRED are ends; only SUCCEEDED allows fulfilment
             * @enum {string}
             */
            status: "PENDING" | "REQUIRES_ACTION" | "PROCESSING" | "SUCCEEDED" | "FAILED" | "EXPIRED";
            /**
             * @description How it was created
             * @enum {string}
             */
            integration_type: "DIRECT" | "HOSTED_PAYMENT_PAGE";
            /** @description What it is paid with; null while that is not known, as before a payer has submitted the hosted page */
            payment_method: components["schemas"]["PaymentMethod"] | null;
            /**
             * Format: int64
             * @description Your own number of the object, of exactly ten digits and not beginning with 0
             * @example 1000000042
             */
            merchant_reference: number | null;
            /** @description What is paid for, as you named it */
            description: string | null;
            /** @description Who is billed; null where nothing was given */
            billing_details: components["schemas"]["BillingDetails"] | null;
            /** @description Why it failed; null unless the status is FAILED */
            failure_code: components["schemas"]["FailureCode"] | null;
            /** @description Why it failed, in words that a payer may read; null unless it failed */
            failure_message: string | null;
            /**
             * Format: int64
             * @description Minor units that succeeded Refunds have given back
             */
            amount_refunded: number;
            /**
             * Format: int64
             * @description Minor units that can still be refunded; 0 unless the status is SUCCEEDED
             */
            amount_refundable: number;
            /** @description All Refunds of the Payment, oldest first */
            refunds: components["schemas"]["Refund"][];
            status_transitions: components["schemas"]["StatusTransitions"];
            /**
             * Format: int64
             * @description When it was created, as Unix time in seconds
             * @example 1764072000
             */
            created_at: number;
            /** @description Whether it is real money; false in Sandbox, where nothing is charged */
            livemode: boolean;
            /** @description What the payer has to do now; null unless the status is REQUIRES_ACTION */
            next_action: components["schemas"]["NextAction"] | null;
            /** @description Only of a hosted Payment whose merchant lets payers try another card: the cards that were declined, oldest first, and the one that it ended with */
            card_attempts?: components["schemas"]["CardAttempt"][];
        };
        /** @description A Direct Payment to be created */
        PaymentCreate: {
            /**
             * Format: int64
             * @description Amount in minor units of the currency
             * @example 4999
             */
            amount: number;
            /**
             * @description Three letters of ISO 4217 in any case, optionally surrounded by white space
             * @example EUR
             */
            currency: string;
            payment_method_data: components["schemas"]["PaymentMethodData"];
            /**
             * @description One literal IPv4 or IPv6 address, without a port or a zone
             * @example 203.0.113.7
             */
            customer_ip_address: string;
            /**
             * @description Your own name for the customer: 1 to 255 characters, not only white space
             * @example customer-1
             */
            merchant_customer_id: string;
            /**
             * Format: uri
             * @description An absolute HTTPS URL without user info, to which the payer's browser is sent back
             * @example https://shop.example/return
             */
            return_url: string;
            /**
             * Format: int64
             * @description Your own number of the object, of exactly ten digits and not beginning with 0
             * @example 1000000042
             */
            merchant_reference?: number;
            browser_information?: components["schemas"]["BrowserInformation"];
            billing_details?: components["schemas"]["BillingDetailsInput"];
            /**
             * @description What is paid for, in at most 500 characters; the hosted page shows it to the payer
             * @example Order 42
             */
            description?: string | null;
            /**
             * @description What the payer's statement is to say: 1 to 22 printable ASCII characters, none of them < > \ " ' *, no space at either end
             * @example LOVELACE BOOKS
             */
            statement_descriptor?: string;
        };
        /** @description That a Payment changed */
        PaymentEvent: {
            /**
             * @description Event ID: evt_ and 24 letters and digits
             * @example evt_7cMj4GhFd9SaZ2xVb6NqWe1R
             */
            id: string;
            /**
             * @description What changed (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "payment.requires_action" | "payment.processing" | "payment.succeeded" | "payment.failed" | "payment.expired";
            /**
             * Format: int64
             * @description When the change was recorded, as Unix time in seconds
             * @example 1764072000
             */
            created_at: number;
            /** @description Whether it is real money; false in Sandbox, where nothing is charged */
            livemode: boolean;
            /** @description The Payment as its GET would have shown it when the change was recorded */
            data: {
                payment: components["schemas"]["Payment"];
            };
        };
        /** @description A page of Payments */
        PaymentList: {
            /** @description Payments, newest first */
            data: components["schemas"]["Payment"][];
            /** @description Whether there are more in the direction that was asked for */
            has_more: boolean;
        };
        /** @description With what was paid; null while that is unknown */
        PaymentMethod: {
            /**
             * @description `card`, `apple_pay` or `google_pay`; others may be added
             * @example card
             */
            type: string;
            card: components["schemas"]["CardSummary"];
        };
        /** @description Exactly one way of paying, chosen by `type` */
        PaymentMethodData: components["schemas"]["CardMethod"] | components["schemas"]["ApplePayMethod"] | components["schemas"]["GooglePayMethod"];
        /** @description Money sent to a card */
        Payout: {
            /**
             * @description Payout ID: po_ and 24 letters and digits
             * @example po_3nBv6KpXs1QwE8tYr5UiOa2Z
             */
            id: string;
            /**
             * Format: int64
             * @description Amount in minor units of the currency
             * @example 4999
             */
            amount: number;
            /**
             * @description ISO 4217 code in upper case
             * @example EUR
             */
            currency: string;
            /**
             * Format: int64
             * @description Your own number of the object, of exactly ten digits and not beginning with 0
             * @example 1000000042
             */
            merchant_reference: number | null;
            /** @description Where the money goes */
            destination: {
                /**
                 * @description The card's scheme
                 * @enum {string}
                 */
                card_brand: "visa" | "mastercard";
                /**
                 * @description The last four digits of the card's number
                 * @example 1111
                 */
                card_last4: string;
            };
            /** @description Who gets the money */
            recipient: {
                /** @description First name, as you sent it */
                first_name: string;
                /** @description Last name, as you sent it */
                last_name: string;
                /** @description Country by two letters of ISO 3166-1, in upper case */
                country: string;
            };
            /**
             * @description Where the Payout stands; SUCCEEDED and FAILED are ends
             * @enum {string}
             */
            status: "PENDING" | "PROCESSING" | "SUCCEEDED" | "FAILED";
            failure_code?: components["schemas"]["FailureCode"];
            /** @description Why it failed, for your own staff; there only when it is FAILED */
            failure_message?: string;
            /**
             * Format: int64
             * @description When it was created, as Unix time in seconds
             * @example 1764072000
             */
            created_at: number;
            /**
             * Format: int64
             * @description When its status last changed, as Unix time in seconds
             * @example 1764072000
             */
            updated_at: number;
            /**
             * Format: int64
             * @description When it came to its end, as Unix time in seconds
             * @example 1764072000
             */
            completed_at: number | null;
            /** @description Whether it is real money; false in Sandbox, where nothing is charged */
            livemode: boolean;
        };
        /** @description Where somebody lives */
        PayoutAddress: {
            /**
             * @description Street and number: 1 to 255 characters, not only white space
             * @example 1 rue de Rivoli
             */
            line1: string;
            /**
             * @description The second line of the address: 1 to 255 characters, not only white space
             * @example Apartment 4
             */
            line2?: string;
            /**
             * @description The city: 1 to 100 characters, not only white space
             * @example Paris
             */
            city: string;
            /**
             * @description The state, province or region: 1 to 100 characters, not only white space
             * @example NY
             */
            state?: string;
            /**
             * @description The postal code: 1 to 32 characters, not only white space
             * @example 75001
             */
            postal_code?: string;
            /**
             * @description A country by two letters of ISO 3166-1, in any case
             * @example DE
             */
            country: string;
        };
        /** @description A Payout to be created */
        PayoutCreate: {
            /**
             * Format: int64
             * @description Amount in minor units of the currency
             * @example 4999
             */
            amount: number;
            /**
             * @description Three letters of ISO 4217 in any case, optionally surrounded by white space
             * @example EUR
             */
            currency: string;
            /**
             * Format: int64
             * @description Your own number of the object, of exactly ten digits and not beginning with 0
             * @example 1000000042
             */
            merchant_reference?: number;
            /** @description The card that the money goes to, with its expiry where you know it */
            destination: {
                /** @description 12 to 19 digits, without spaces or hyphens */
                card_number: string;
                /**
                 * Format: int32
                 * @description Month in which the card expires
                 * @example 12
                 */
                exp_month?: number;
                /**
                 * Format: int32
                 * @description Year in which the card expires, of four digits
                 * @example 2034
                 */
                exp_year?: number;
            };
            /**
             * @description One literal IPv4 or IPv6 address, without a port or a zone
             * @example 203.0.113.7
             */
            initiator_ip_address: string;
            /** @description Who gets the money */
            recipient: {
                /**
                 * @description A country by two letters of ISO 3166-1, in any case
                 * @example DE
                 */
                country: string;
                /**
                 * @description 1 to 255 characters, not only white space
                 * @example Ada
                 */
                first_name: string;
                /**
                 * @description 1 to 255 characters, not only white space
                 * @example Ada
                 */
                last_name: string;
                address?: components["schemas"]["PayoutAddress"];
            };
            sender?: components["schemas"]["PayoutSender"];
        };
        /** @description That a Payout changed */
        PayoutEvent: {
            /**
             * @description Event ID: evt_ and 24 letters and digits
             * @example evt_7cMj4GhFd9SaZ2xVb6NqWe1R
             */
            id: string;
            /**
             * @description What changed (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "payout.pending" | "payout.processing" | "payout.succeeded" | "payout.failed";
            /**
             * Format: int64
             * @description When the change was recorded, as Unix time in seconds
             * @example 1764072000
             */
            created_at: number;
            /** @description Whether it is real money; false in Sandbox, where nothing is charged */
            livemode: boolean;
            /** @description The Payout as its GET would have shown it when the change was recorded */
            data: {
                payout: components["schemas"]["Payout"];
            };
        };
        /** @description A page of Payouts */
        PayoutList: {
            /** @description Payouts, newest first */
            data: components["schemas"]["Payout"][];
            /** @description Whether there are more in the direction that was asked for */
            has_more: boolean;
            /**
             * Format: int64
             * @description The number of all Payouts that match, on any page, at the moment of the page
             */
            total_count: number;
        };
        /** @description Whose money it is; acquirers of some countries ask for it */
        PayoutSender: {
            /**
             * @description 1 to 255 characters, not only white space
             * @example Ada
             */
            first_name: string;
            /**
             * @description 1 to 255 characters, not only white space
             * @example Ada
             */
            last_name: string;
            address?: components["schemas"]["PayoutAddress"];
        };
        /** @description Money of a Payment given back */
        Refund: {
            /**
             * @description Refund ID: ref_ and 24 letters and digits
             * @example ref_8hTq2LmWc4XzN7bRk9VdYf3S
             */
            id: string;
            /**
             * @description Payment ID: pay_ and 24 letters and digits
             * @example pay_5f3kQ9xTbN2mW8cRz7LdYv1A
             */
            payment_id: string;
            /**
             * Format: int64
             * @description Amount in minor units of the currency
             * @example 4999
             */
            amount: number;
            /**
             * @description ISO 4217 code in upper case
             * @example EUR
             */
            currency: string;
            /**
             * Format: int64
             * @description Your own number of the object, of exactly ten digits and not beginning with 0
             * @example 1000000042
             */
            merchant_reference: number | null;
            /** @description Why it was refunded, as you sent it */
            reason: string;
            /**
             * @description FULL where it gives the Payment's whole amount back at once, else PARTIAL
             * @enum {string}
             */
            refund_type: "FULL" | "PARTIAL";
            /**
             * @description Where the Refund stands; SUCCEEDED and FAILED are ends
             * @enum {string}
             */
            status: "PENDING" | "PROCESSING" | "SUCCEEDED" | "FAILED";
            failure?: components["schemas"]["RefundFailure"];
            /**
             * Format: int64
             * @description When it was created, as Unix time in seconds
             * @example 1764072000
             */
            created_at: number;
            /**
             * Format: int64
             * @description When its status last changed, as Unix time in seconds
             * @example 1764072000
             */
            updated_at: number;
            /**
             * Format: int64
             * @description When it came to its end, as Unix time in seconds
             * @example 1764072000
             */
            completed_at: number | null;
            /** @description Whether it is real money; false in Sandbox, where nothing is charged */
            livemode: boolean;
        };
        /** @description A Refund to be created */
        RefundCreate: {
            /**
             * @description Payment ID: pay_ and 24 letters and digits
             * @example pay_5f3kQ9xTbN2mW8cRz7LdYv1A
             */
            payment_id: string;
            /**
             * Format: int64
             * @description Amount in minor units of the currency
             * @example 4999
             */
            amount: number;
            /**
             * @description The reason for the refund: at most 50 characters, not only white space
             * @example Returned goods
             */
            reason: string;
            /**
             * Format: int64
             * @description Your own number of the object, of exactly ten digits and not beginning with 0
             * @example 1000000042
             */
            merchant_reference?: number;
        };
        /** @description That a Refund changed */
        RefundEvent: {
            /**
             * @description Event ID: evt_ and 24 letters and digits
             * @example evt_7cMj4GhFd9SaZ2xVb6NqWe1R
             */
            id: string;
            /**
             * @description What changed (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "refund.processing" | "refund.succeeded" | "refund.failed";
            /**
             * Format: int64
             * @description When the change was recorded, as Unix time in seconds
             * @example 1764072000
             */
            created_at: number;
            /** @description Whether it is real money; false in Sandbox, where nothing is charged */
            livemode: boolean;
            /** @description The Refund as its GET would have shown it when the change was recorded */
            data: {
                refund: components["schemas"]["Refund"];
            };
        };
        /** @description Why the Refund failed; there only when it is FAILED */
        RefundFailure: {
            code: components["schemas"]["FailureCode"];
            /** @description Why it failed, for your own staff */
            message: string;
        };
        /** @description A page of Refunds of a Payment */
        RefundList: {
            /** @description Refunds of a Payment, newest first */
            data: components["schemas"]["Refund"][];
            /** @description Whether there are more in the direction that was asked for */
            has_more: boolean;
        };
        /** @description An event that is sent again */
        ResentEvent: {
            /**
             * @description Event ID: evt_ and 24 letters and digits
             * @example evt_7cMj4GhFd9SaZ2xVb6NqWe1R
             */
            id: string;
            type: components["schemas"]["EventType"];
            /**
             * Format: int64
             * @description When the change was recorded, as Unix time in seconds
             * @example 1764072000
             */
            created_at: number;
            /** @description Whether it is real money; false in Sandbox, where nothing is charged */
            livemode: boolean;
            data: components["schemas"]["EventData"];
            /**
             * Format: int64
             * @description Enabled endpoints of the mode that want its type; it goes to each of them once more
             */
            deliveries: number;
        };
        /** @description When each status was entered; null for one that was not */
        StatusTransitions: {
            /**
             * Format: int64
             * @description When the payer first had something to do, as Unix time in seconds
             * @example 1764072000
             */
            requires_action_at: number | null;
            /**
             * Format: int64
             * @description When it went to the acquirer, as Unix time in seconds
             * @example 1764072000
             */
            processing_at: number | null;
            /**
             * Format: int64
             * @description When it succeeded, as Unix time in seconds
             * @example 1764072000
             */
            succeeded_at: number | null;
            /**
             * Format: int64
             * @description When it failed, as Unix time in seconds
             * @example 1764072000
             */
            failed_at: number | null;
            /**
             * Format: int64
             * @description When the payer's time was over, as Unix time in seconds
             * @example 1764072000
             */
            expired_at: number | null;
        };
        /** @description The card that the wallet gave; with PAN_ONLY its own number, else one of the device */
        WalletCard: {
            /** @description 12 to 19 digits, without spaces or hyphens */
            number: string;
            /**
             * Format: int32
             * @description Month in which the card expires
             * @example 12
             */
            exp_month: number;
            /**
             * Format: int32
             * @description Year in which the card expires, of four digits
             * @example 2034
             */
            exp_year: number;
            /**
             * @description The name on the card: 1 to 255 characters after trimming, no control characters
             * @example Ada Lovelace
             */
            holder_name?: string;
        };
        /** @description One event on its way to one endpoint */
        WebhookDelivery: {
            /**
             * @description Webhook delivery ID: whd_ and 24 letters and digits
             * @example whd_9zXc5VbNm3AsD7fGh2JkLq4W
             */
            id: string;
            /**
             * @description Event ID: evt_ and 24 letters and digits
             * @example evt_7cMj4GhFd9SaZ2xVb6NqWe1R
             */
            event_id: string;
            /**
             * @description The event's type
             * @example payment.succeeded
             */
            event_type: string;
            /**
             * @description `failed` was given up after 72 hours; `canceled` had its endpoint disabled or deleted while it was pending
             * @enum {string}
             */
            status: "pending" | "succeeded" | "failed" | "canceled";
            /**
             * Format: int64
             * @description Tries so far
             */
            attempts: number;
            /**
             * Format: int64
             * @description When it is tried again, as Unix time in seconds
             * @example 1764072000
             */
            next_attempt_at: number | null;
            /** @description The newest try; null where none has been made yet */
            last_attempt: components["schemas"]["WebhookDeliveryAttempt"] | null;
            /** @description The tries before the last one, oldest first: the latest 15 of them */
            earlier_attempts: components["schemas"]["WebhookDeliveryAttempt"][];
            /**
             * Format: int64
             * @description When the endpoint accepted the event by another delivery, after a resend; null where it has not since this one was created, and of one that succeeded, as Unix time in seconds
             * @example 1764072000
             */
            event_accepted_at: number | null;
            /**
             * Format: int64
             * @description When it was created, as Unix time in seconds
             * @example 1764072000
             */
            created_at: number;
        };
        /** @description What a try came to */
        WebhookDeliveryAttempt: {
            /**
             * Format: int64
             * @description When it was made, as Unix time in seconds
             * @example 1764072000
             */
            at: number;
            /**
             * Format: int32
             * @description What your endpoint answered; null without an answer
             */
            http_status: number | null;
            /** @description Why there was no answer */
            error: string | null;
            /**
             * Format: int64
             * @description How long it took, in milliseconds
             */
            duration_ms: number;
            /** @description How the answer's body began, its printable part */
            response_prefix: string | null;
            /**
             * @description Who asked for this try by sending the event again: `api` with a key of yours, `workbench`, or an `operator`; null for a try on schedule
             * @enum {string|null}
             */
            resent_by: "api" | "workbench" | "operator" | null;
        };
        /** @description A page of deliveries of an endpoint */
        WebhookDeliveryList: {
            /** @description deliveries of an endpoint, newest first */
            data: components["schemas"]["WebhookDelivery"][];
            /** @description Whether there are more in the direction that was asked for */
            has_more: boolean;
        };
        /** @description Where events of a mode are sent */
        WebhookEndpoint: {
            /**
             * @description Webhook endpoint ID: we_ and 24 letters and digits
             * @example we_4tRe8YuIo2PlK6jHg1FdSa9Q
             */
            id: string;
            /** @description Where events are sent */
            url: string;
            /** @description Event types, or `["*"]` for every type, those to come included */
            enabled_events: string[];
            /** @description Your own note on it */
            description: string | null;
            /**
             * @description Only to an enabled one is anything sent
             * @enum {string}
             */
            status: "enabled" | "disabled";
            /**
             * @description `gone` after the answer 410; null while the endpoint is enabled
             * @enum {string|null}
             */
            disabled_reason: "gone" | "merchant" | "operator" | null;
            /**
             * Format: int64
             * @description Since when every delivery has failed, once that has been so for a day; else null
             */
            failing_since: number | null;
            /** @description Whether it is real money; false in Sandbox, where nothing is charged */
            livemode: boolean;
            /**
             * Format: int64
             * @description When it was created, as Unix time in seconds
             * @example 1764072000
             */
            created_at: number;
        };
        /** @description A webhook endpoint to be created */
        WebhookEndpointCreate: {
            /**
             * Format: uri
             * @description An HTTPS URL without user info and fragment. Every address of its host has to be a public one; that is asked again at each delivery. In Sandbox an operator can allow the machine's own addresses, by plain HTTP too, as `make start` does
             * @example https://shop.example/webhooks
             */
            url: string;
            /**
             * @description Event types, or `["*"]` alone for every type, those to come included
             * @example [
             *       "payment.succeeded",
             *       "payment.failed"
             *     ]
             */
            enabled_events: ("payment.requires_action" | "payment.processing" | "payment.succeeded" | "payment.failed" | "payment.expired" | "refund.processing" | "refund.succeeded" | "refund.failed" | "payout.pending" | "payout.processing" | "payout.succeeded" | "payout.failed" | "*")[];
            /**
             * @description Your own note on it, of at most 255 characters
             * @example Shop
             */
            description?: string | null;
        };
        /** @description A webhook endpoint that is gone */
        WebhookEndpointDeleted: {
            /**
             * @description Webhook endpoint ID: we_ and 24 letters and digits
             * @example we_4tRe8YuIo2PlK6jHg1FdSa9Q
             */
            id: string;
            /** @description That it is gone: always true */
            deleted: boolean;
        };
        /** @description A page of webhook endpoints */
        WebhookEndpointList: {
            /** @description webhook endpoints, newest first */
            data: components["schemas"]["WebhookEndpoint"][];
            /** @description Whether there are more in the direction that was asked for */
            has_more: boolean;
        };
        /** @description What is to change of a webhook endpoint; what is left out stays */
        WebhookEndpointUpdate: {
            /**
             * Format: uri
             * @description An HTTPS URL without user info and fragment. Every address of its host has to be a public one; that is asked again at each delivery. In Sandbox an operator can allow the machine's own addresses, by plain HTTP too, as `make start` does
             * @example https://shop.example/webhooks
             */
            url?: string;
            /**
             * @description Event types, or `["*"]` alone for every type, those to come included
             * @example [
             *       "payment.succeeded",
             *       "payment.failed"
             *     ]
             */
            enabled_events?: ("payment.requires_action" | "payment.processing" | "payment.succeeded" | "payment.failed" | "payment.expired" | "refund.processing" | "refund.succeeded" | "refund.failed" | "payout.pending" | "payout.processing" | "payout.succeeded" | "payout.failed" | "*")[];
            /**
             * @description Your own note on it, of at most 255 characters
             * @example Shop
             */
            description?: string | null;
            /**
             * @description `disabled` cancels what is still to be delivered; `enabled` begins with the next event
             * @enum {string}
             */
            status?: "enabled" | "disabled";
        };
        /** @description A webhook endpoint with its new secret */
        WebhookEndpointWithSecret: {
            /**
             * @description Webhook endpoint ID: we_ and 24 letters and digits
             * @example we_4tRe8YuIo2PlK6jHg1FdSa9Q
             */
            id: string;
            /** @description Where events are sent */
            url: string;
            /** @description Event types, or `["*"]` for every type, those to come included */
            enabled_events: string[];
            /** @description Your own note on it */
            description: string | null;
            /**
             * @description Only to an enabled one is anything sent
             * @enum {string}
             */
            status: "enabled" | "disabled";
            /**
             * @description `gone` after the answer 410; null while the endpoint is enabled
             * @enum {string|null}
             */
            disabled_reason: "gone" | "merchant" | "operator" | null;
            /**
             * Format: int64
             * @description Since when every delivery has failed, once that has been so for a day; else null
             */
            failing_since: number | null;
            /** @description Whether it is real money; false in Sandbox, where nothing is charged */
            livemode: boolean;
            /**
             * Format: int64
             * @description When it was created, as Unix time in seconds
             * @example 1764072000
             */
            created_at: number;
            /** @description What deliveries are signed with. It is shown in this answer alone: keep it where your keys are */
            secret: string;
        };
        /** @description Nothing to choose of the old secrets: an empty object, or no body */
        WebhookSecretOverlapEnd: Record<string, never>;
        /** @description How a secret is replaced */
        WebhookSecretRoll: {
            /**
             * Format: int32
             * @description How long deliveries carry the old secret's signature beside the new one's; 86400 where absent
             * @example 3600
             */
            overlap_seconds?: number;
        };
    };
    responses: never;
    parameters: {
        /**
         * @description 1 to 255 visible ASCII characters or spaces, new for each create and the same for its repeats, such as a UUID; scoped to the API key and the operation
         * @example 5b0c1f5e-2d5a-4c0e-9d2b-7a0e6f3c1d48
         */
        IdempotencyKey: string;
        /**
         * @description The event's id, the same at every try
         * @example evt_7cMj4GhFd9SaZ2xVb6NqWe1R
         */
        WebhookId: string;
        /**
         * @description Unix time in seconds of this try
         * @example 1764072005
         */
        WebhookTimestamp: string;
        /**
         * @description Standard Webhooks: base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`, keyed with the bytes that the secret's base64 stands for; a second one after a space while a secret is being rolled
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        WebhookSignature: string;
        /**
         * @description Hexadecimal HMAC-SHA256 over `{t}.{body}`, keyed with the secret's whole text; a second `v1` while a secret is being rolled
         * @example t=1764072005,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
         */
        FlowlixSignature: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description New for every request: name it when you ask for help
         * @example req_2hJ8kLm4NpQ6rSt9UvWx3YzA
         */
        "Request-Id": string;
        /**
         * @description Seconds after which a repeat may succeed
         * @example 1
         */
        "Retry-After": number;
        /**
         * @description `true` where this is the stored answer of an earlier request; else it is not there
         * @example true
         */
        "Idempotent-Replayed": "true";
        /**
         * @description In Sandbox only: that the card is known for another outcome elsewhere, and the amount that orders it here
         * @example In Sandbox the amount decides and the card does not. For the outcome that this card has elsewhere send the amount 100006.
         */
        "Sandbox-Warning": string;
        /**
         * @description How to say who you are
         * @example Bearer
         */
        "WWW-Authenticate": "Bearer";
        /**
         * @description Requests the key may send at once
         * @example 200
         */
        "X-RateLimit-Limit": number;
        /**
         * @description Requests left of them
         * @example 199
         */
        "X-RateLimit-Remaining": number;
        /**
         * @description Unix second at which all are available again
         * @example 1764072001
         */
        "X-RateLimit-Reset": number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listPayments: {
        parameters: {
            query?: {
                /** @description Objects on the page; 10 where absent */
                limit?: number;
                /** @description The page that follows this object, going to older ones. An object of the same merchant and mode; it need not match the filters */
                starting_after?: string;
                /** @description The page right before this object, going to newer ones; still newest first. It ends where another object may still come in between, so that going on from the newest of each page shows every object once. Not together with `starting_after` */
                ending_before?: string;
                /** @description In one of these statuses */
                status?: ("PENDING" | "REQUIRES_ACTION" | "PROCESSING" | "SUCCEEDED" | "FAILED" | "EXPIRED")[];
                /** @description In one of these currencies */
                currency?: string[];
                /** @description By a card of one of these brands */
                card_brand?: string[];
                /** @description The card's last four digits; a wallet's are its device number's */
                card_last4?: string;
                /** @description Created in or after this Unix second */
                "created[gte]"?: number;
                /** @description Created after this Unix second */
                "created[gt]"?: number;
                /** @description Created in or before this Unix second */
                "created[lte]"?: number;
                /** @description Created before this Unix second */
                "created[lt]"?: number;
                /** @description Amount of at least these minor units, whatever the currency */
                "amount[gte]"?: number;
                /** @description Amount above these minor units, whatever the currency */
                "amount[gt]"?: number;
                /** @description Amount of at most these minor units, whatever the currency */
                "amount[lte]"?: number;
                /** @description Amount below these minor units, whatever the currency */
                "amount[lt]"?: number;
                /** @description A whole Payment ID, a merchant reference, a whole billing e-mail in any case, the card's last four digits, or, with exactly one `currency`, the amount in major units with a point or a comma */
                search?: string;
                /** @description Created in one of these ways */
                integration_type?: ("DIRECT" | "HOSTED_PAYMENT_PAGE")[];
                /** @description Paid in one of these ways */
                payment_method_type?: ("card" | "apple_pay" | "google_pay")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked for */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentList"];
                };
            };
            /**
             * @description `parameter_invalid`: A parameter has an invalid type, format or range.
             *
             *     `invalid_request`: A path or query value is invalid.
             *
             *     `invalid_search_criteria`: The search criteria contradict each other or do not exist.
             */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `invalid_api_key`: The API key is missing, malformed, expired or revoked. */
            401: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `actor_forbidden`: This API key may not do this. */
            403: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `rate_limit_exceeded`: Too many requests. */
            429: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: Something unexpected happened. */
            500: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `service_unavailable`: The service is temporarily unavailable. Send the same request again as Retry-After says, a create with the same idempotency key. */
            503: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    createPayment: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description 1 to 255 visible ASCII characters or spaces, new for each create and the same for its repeats, such as a UUID; scoped to the API key and the operation
                 * @example 5b0c1f5e-2d5a-4c0e-9d2b-7a0e6f3c1d48
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentCreate"];
            };
        };
        responses: {
            /** @description The object that was created; it may have failed all the same */
            201: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "Sandbox-Warning": components["headers"]["Sandbox-Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Payment"];
                };
            };
            /**
             * @description `parameter_invalid`: A parameter has an invalid type, format or range.
             *
             *     `parameter_missing`: A required header is missing.
             *
             *     `request_body_invalid`: The body could not be read as this operation's request.
             */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `invalid_api_key`: The API key is missing, malformed, expired or revoked. */
            401: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `actor_forbidden`: This API key may not do this.
             *
             *     `payment_acceptance_unavailable`: This merchant cannot currently accept payments: its account has them switched off.
             */
            403: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `object_not_found`: This merchant has no such object in this mode: the id is mistyped, of the other mode, or of another merchant. */
            404: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `idempotency_key_in_use`: The first request with this idempotency key is still being processed. Send the same request again in a few seconds.
             *
             *     `idempotency_key_reused`: This idempotency key was used for another request. A request that was changed needs a new key.
             *
             *     `object_state_conflict`: The object changed while its result was being recorded.
             */
            409: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `merchant_not_provisioned`: This merchant is not ready for the operation: its account in this mode has no acquirer yet.
             *
             *     `currency_not_supported`: This currency is not accepted for the operation.
             */
            422: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `rate_limit_exceeded`: Too many requests. */
            429: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: Something unexpected happened. */
            500: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `processing_error`: The provider's response could not be validated. */
            502: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `service_unavailable`: The service is temporarily unavailable. Send the same request again as Retry-After says, a create with the same idempotency key. */
            503: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    createHostedPayment: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description 1 to 255 visible ASCII characters or spaces, new for each create and the same for its repeats, such as a UUID; scoped to the API key and the operation
                 * @example 5b0c1f5e-2d5a-4c0e-9d2b-7a0e6f3c1d48
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HostedPaymentCreate"];
            };
        };
        responses: {
            /** @description The object that was created; it may have failed all the same */
            201: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Payment"];
                };
            };
            /**
             * @description `parameter_invalid`: A parameter has an invalid type, format or range.
             *
             *     `parameter_missing`: A required header is missing.
             *
             *     `request_body_invalid`: The body could not be read as this operation's request.
             */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `invalid_api_key`: The API key is missing, malformed, expired or revoked. */
            401: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `actor_forbidden`: This API key may not do this.
             *
             *     `payment_acceptance_unavailable`: This merchant cannot currently accept payments: its account has them switched off.
             */
            403: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `idempotency_key_in_use`: The first request with this idempotency key is still being processed. Send the same request again in a few seconds.
             *
             *     `idempotency_key_reused`: This idempotency key was used for another request. A request that was changed needs a new key.
             */
            409: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `merchant_not_provisioned`: This merchant is not ready for the operation: its account in this mode has no acquirer yet.
             *
             *     `currency_not_supported`: This currency is not accepted for the operation.
             */
            422: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `rate_limit_exceeded`: Too many requests. */
            429: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: Something unexpected happened. */
            500: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `service_unavailable`: The service is temporarily unavailable. Send the same request again as Retry-After says, a create with the same idempotency key. */
            503: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    getPayment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Payment ID: pay_ and 24 letters and digits */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked for */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Payment"];
                };
            };
            /**
             * @description `parameter_invalid`: A parameter has an invalid type, format or range.
             *
             *     `invalid_request`: A path or query value is invalid.
             */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `invalid_api_key`: The API key is missing, malformed, expired or revoked. */
            401: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `actor_forbidden`: This API key may not do this. */
            403: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `object_not_found`: This merchant has no such object in this mode: the id is mistyped, of the other mode, or of another merchant. */
            404: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `rate_limit_exceeded`: Too many requests. */
            429: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: Something unexpected happened. */
            500: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `service_unavailable`: The service is temporarily unavailable. Send the same request again as Retry-After says, a create with the same idempotency key. */
            503: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    listRefunds: {
        parameters: {
            query: {
                /** @description The Payment whose Refunds are asked for; required */
                payment_id: string;
                /** @description Objects on the page; 10 where absent */
                limit?: number;
                /** @description The page that follows this object, going to older ones. An object of the same merchant and mode; it need not match the filters */
                starting_after?: string;
                /** @description The page right before this object, going to newer ones; still newest first. It ends where another object may still come in between, so that going on from the newest of each page shows every object once. Not together with `starting_after` */
                ending_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked for */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefundList"];
                };
            };
            /**
             * @description `parameter_invalid`: A parameter has an invalid type, format or range.
             *
             *     `invalid_request`: A path or query value is invalid.
             *
             *     `invalid_search_criteria`: The search criteria contradict each other or do not exist.
             */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `invalid_api_key`: The API key is missing, malformed, expired or revoked. */
            401: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `actor_forbidden`: This API key may not do this. */
            403: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `object_not_found`: This merchant has no such object in this mode: the id is mistyped, of the other mode, or of another merchant. */
            404: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `rate_limit_exceeded`: Too many requests. */
            429: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: Something unexpected happened. */
            500: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `service_unavailable`: The service is temporarily unavailable. Send the same request again as Retry-After says, a create with the same idempotency key. */
            503: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    createRefund: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description 1 to 255 visible ASCII characters or spaces, new for each create and the same for its repeats, such as a UUID; scoped to the API key and the operation
                 * @example 5b0c1f5e-2d5a-4c0e-9d2b-7a0e6f3c1d48
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefundCreate"];
            };
        };
        responses: {
            /** @description The object that was created; it may have failed all the same */
            201: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refund"];
                };
            };
            /**
             * @description `parameter_invalid`: A parameter has an invalid type, format or range.
             *
             *     `parameter_missing`: A required header is missing.
             *
             *     `request_body_invalid`: The body could not be read as this operation's request.
             */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `invalid_api_key`: The API key is missing, malformed, expired or revoked. */
            401: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `actor_forbidden`: This API key may not do this. */
            403: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `object_not_found`: This merchant has no such object in this mode: the id is mistyped, of the other mode, or of another merchant. */
            404: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `idempotency_key_in_use`: The first request with this idempotency key is still being processed. Send the same request again in a few seconds.
             *
             *     `idempotency_key_reused`: This idempotency key was used for another request. A request that was changed needs a new key.
             */
            409: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `merchant_not_provisioned`: This merchant is not ready for the operation: its account in this mode has no acquirer yet.
             *
             *     `currency_not_supported`: This currency is not accepted for the operation.
             *
             *     `payment_not_refundable`: Only a succeeded payment can be refunded.
             *
             *     `amount_exceeds_refundable`: The amount exceeds what can still be refunded.
             */
            422: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `rate_limit_exceeded`: Too many requests. */
            429: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: Something unexpected happened. */
            500: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `service_unavailable`: The service is temporarily unavailable. Send the same request again as Retry-After says, a create with the same idempotency key. */
            503: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    getRefund: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Refund ID: ref_ and 24 letters and digits */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked for */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refund"];
                };
            };
            /**
             * @description `parameter_invalid`: A parameter has an invalid type, format or range.
             *
             *     `invalid_request`: A path or query value is invalid.
             */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `invalid_api_key`: The API key is missing, malformed, expired or revoked. */
            401: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `actor_forbidden`: This API key may not do this. */
            403: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `object_not_found`: This merchant has no such object in this mode: the id is mistyped, of the other mode, or of another merchant. */
            404: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `rate_limit_exceeded`: Too many requests. */
            429: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: Something unexpected happened. */
            500: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `service_unavailable`: The service is temporarily unavailable. Send the same request again as Retry-After says, a create with the same idempotency key. */
            503: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    listPayouts: {
        parameters: {
            query?: {
                /** @description Objects on the page; 10 where absent */
                limit?: number;
                /** @description The page that follows this object, going to older ones. An object of the same merchant and mode; it need not match the filters */
                starting_after?: string;
                /** @description The page right before this object, going to newer ones; still newest first. It ends where another object may still come in between, so that going on from the newest of each page shows every object once. Not together with `starting_after` */
                ending_before?: string;
                /** @description In one of these statuses */
                status?: ("PENDING" | "PROCESSING" | "SUCCEEDED" | "FAILED")[];
                /** @description In one of these currencies */
                currency?: string[];
                /** @description To a card of one of these brands */
                card_brand?: string[];
                /** @description The destination card's last four digits */
                card_last4?: string;
                /** @description Created in or after this Unix second */
                "created[gte]"?: number;
                /** @description Created after this Unix second */
                "created[gt]"?: number;
                /** @description Created in or before this Unix second */
                "created[lte]"?: number;
                /** @description Created before this Unix second */
                "created[lt]"?: number;
                /** @description Amount of at least these minor units, whatever the currency */
                "amount[gte]"?: number;
                /** @description Amount above these minor units, whatever the currency */
                "amount[gt]"?: number;
                /** @description Amount of at most these minor units, whatever the currency */
                "amount[lte]"?: number;
                /** @description Amount below these minor units, whatever the currency */
                "amount[lt]"?: number;
                /** @description Literal and in any case: a whole Payout ID, or text anywhere inside a merchant reference or a recipient's name; four digits are the destination card's last four too, and with exactly one `currency` the amount in major units with a point or a comma */
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked for */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayoutList"];
                };
            };
            /**
             * @description `parameter_invalid`: A parameter has an invalid type, format or range.
             *
             *     `invalid_request`: A path or query value is invalid.
             *
             *     `invalid_search_criteria`: The search criteria contradict each other or do not exist.
             */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `invalid_api_key`: The API key is missing, malformed, expired or revoked. */
            401: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `actor_forbidden`: This API key may not do this. */
            403: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `rate_limit_exceeded`: Too many requests. */
            429: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: Something unexpected happened. */
            500: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `service_unavailable`: The service is temporarily unavailable. Send the same request again as Retry-After says, a create with the same idempotency key. */
            503: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    createPayout: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description 1 to 255 visible ASCII characters or spaces, new for each create and the same for its repeats, such as a UUID; scoped to the API key and the operation
                 * @example 5b0c1f5e-2d5a-4c0e-9d2b-7a0e6f3c1d48
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PayoutCreate"];
            };
        };
        responses: {
            /** @description The object that was created; it may have failed all the same */
            201: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Payout"];
                };
            };
            /**
             * @description `parameter_invalid`: A parameter has an invalid type, format or range.
             *
             *     `parameter_missing`: A required header is missing.
             *
             *     `request_body_invalid`: The body could not be read as this operation's request.
             */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `invalid_api_key`: The API key is missing, malformed, expired or revoked. */
            401: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `actor_forbidden`: This API key may not do this.
             *
             *     `payout_submission_unavailable`: This merchant cannot currently submit payouts: its account has them switched off.
             */
            403: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `object_not_found`: This merchant has no such object in this mode: the id is mistyped, of the other mode, or of another merchant. */
            404: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `idempotency_key_in_use`: The first request with this idempotency key is still being processed. Send the same request again in a few seconds.
             *
             *     `idempotency_key_reused`: This idempotency key was used for another request. A request that was changed needs a new key.
             *
             *     `object_state_conflict`: The object changed while its result was being recorded.
             */
            409: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `merchant_not_provisioned`: This merchant is not ready for the operation: its account in this mode has no acquirer yet.
             *
             *     `currency_not_supported`: This currency is not accepted for the operation.
             *
             *     `invalid_card`: The destination card number is not one: its check digit or its length is wrong.
             *
             *     `unsupported_card`: The destination card is not eligible for payouts, which go to Visa and Mastercard cards.
             */
            422: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `rate_limit_exceeded`: Too many requests. */
            429: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: Something unexpected happened. */
            500: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `service_unavailable`: The service is temporarily unavailable. Send the same request again as Retry-After says, a create with the same idempotency key. */
            503: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    getPayout: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Payout ID: po_ and 24 letters and digits */
                payout_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked for */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Payout"];
                };
            };
            /**
             * @description `parameter_invalid`: A parameter has an invalid type, format or range.
             *
             *     `invalid_request`: A path or query value is invalid.
             */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `invalid_api_key`: The API key is missing, malformed, expired or revoked. */
            401: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `actor_forbidden`: This API key may not do this. */
            403: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `object_not_found`: This merchant has no such object in this mode: the id is mistyped, of the other mode, or of another merchant. */
            404: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `rate_limit_exceeded`: Too many requests. */
            429: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: Something unexpected happened. */
            500: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `service_unavailable`: The service is temporarily unavailable. Send the same request again as Retry-After says, a create with the same idempotency key. */
            503: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description Objects on the page; 10 where absent */
                limit?: number;
                /** @description The page that follows this object, going to older ones. An object of the same merchant and mode; it need not match the filters */
                starting_after?: string;
                /** @description The page right before this object, going to newer ones; still newest first. It ends where another object may still come in between, so that going on from the newest of each page shows every object once. Not together with `starting_after` */
                ending_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked for */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventList"];
                };
            };
            /**
             * @description `parameter_invalid`: A parameter has an invalid type, format or range.
             *
             *     `invalid_request`: A path or query value is invalid.
             *
             *     `invalid_search_criteria`: The search criteria contradict each other or do not exist.
             */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `invalid_api_key`: The API key is missing, malformed, expired or revoked. */
            401: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `actor_forbidden`: This API key may not do this. */
            403: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `rate_limit_exceeded`: Too many requests. */
            429: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: Something unexpected happened. */
            500: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `service_unavailable`: The service is temporarily unavailable. Send the same request again as Retry-After says, a create with the same idempotency key. */
            503: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    getEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Event ID: evt_ and 24 letters and digits */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked for */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
            /**
             * @description `parameter_invalid`: A parameter has an invalid type, format or range.
             *
             *     `invalid_request`: A path or query value is invalid.
             */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `invalid_api_key`: The API key is missing, malformed, expired or revoked. */
            401: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `actor_forbidden`: This API key may not do this. */
            403: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `object_not_found`: This merchant has no such object in this mode: the id is mistyped, of the other mode, or of another merchant. */
            404: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `rate_limit_exceeded`: Too many requests. */
            429: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: Something unexpected happened. */
            500: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `service_unavailable`: The service is temporarily unavailable. Send the same request again as Retry-After says, a create with the same idempotency key. */
            503: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    resendEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Event ID: evt_ and 24 letters and digits */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EventResend"];
            };
        };
        responses: {
            /** @description As asked for */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResentEvent"];
                };
            };
            /**
             * @description `parameter_invalid`: A parameter has an invalid type, format or range.
             *
             *     `invalid_request`: A path or query value is invalid.
             *
             *     `request_body_invalid`: The body could not be read as this operation's request.
             */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `invalid_api_key`: The API key is missing, malformed, expired or revoked. */
            401: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `actor_forbidden`: This API key may not do this. */
            403: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `object_not_found`: This merchant has no such object in this mode: the id is mistyped, of the other mode, or of another merchant. */
            404: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `rate_limit_exceeded`: Too many requests. */
            429: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: Something unexpected happened. */
            500: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `service_unavailable`: The service is temporarily unavailable. Send the same request again as Retry-After says, a create with the same idempotency key. */
            503: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    listWebhookEndpoints: {
        parameters: {
            query?: {
                /** @description Objects on the page; 10 where absent */
                limit?: number;
                /** @description The page that follows this object, going to older ones. An object of the same merchant and mode; it need not match the filters */
                starting_after?: string;
                /** @description The page right before this object, going to newer ones; still newest first. It ends where another object may still come in between, so that going on from the newest of each page shows every object once. Not together with `starting_after` */
                ending_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked for */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointList"];
                };
            };
            /**
             * @description `parameter_invalid`: A parameter has an invalid type, format or range.
             *
             *     `invalid_request`: A path or query value is invalid.
             *
             *     `invalid_search_criteria`: The search criteria contradict each other or do not exist.
             */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `invalid_api_key`: The API key is missing, malformed, expired or revoked. */
            401: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `actor_forbidden`: This API key may not do this. */
            403: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `rate_limit_exceeded`: Too many requests. */
            429: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: Something unexpected happened. */
            500: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `service_unavailable`: The service is temporarily unavailable. Send the same request again as Retry-After says, a create with the same idempotency key. */
            503: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    createWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEndpointCreate"];
            };
        };
        responses: {
            /** @description As asked for */
            201: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointWithSecret"];
                };
            };
            /**
             * @description `parameter_invalid`: A parameter has an invalid type, format or range.
             *
             *     `request_body_invalid`: The body could not be read as this operation's request.
             */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `invalid_api_key`: The API key is missing, malformed, expired or revoked. */
            401: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `actor_forbidden`: This API key may not do this. */
            403: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `limit_exceeded`: There are as many of these as there may be: delete one first. */
            422: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `rate_limit_exceeded`: Too many requests. */
            429: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: Something unexpected happened. */
            500: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `service_unavailable`: The service is temporarily unavailable. Send the same request again as Retry-After says, a create with the same idempotency key. */
            503: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    getWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Webhook endpoint ID: we_ and 24 letters and digits */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked for */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            /**
             * @description `parameter_invalid`: A parameter has an invalid type, format or range.
             *
             *     `invalid_request`: A path or query value is invalid.
             */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `invalid_api_key`: The API key is missing, malformed, expired or revoked. */
            401: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `actor_forbidden`: This API key may not do this. */
            403: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `object_not_found`: This merchant has no such object in this mode: the id is mistyped, of the other mode, or of another merchant. */
            404: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `rate_limit_exceeded`: Too many requests. */
            429: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: Something unexpected happened. */
            500: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `service_unavailable`: The service is temporarily unavailable. Send the same request again as Retry-After says, a create with the same idempotency key. */
            503: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    deleteWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Webhook endpoint ID: we_ and 24 letters and digits */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked for */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointDeleted"];
                };
            };
            /**
             * @description `parameter_invalid`: A parameter has an invalid type, format or range.
             *
             *     `invalid_request`: A path or query value is invalid.
             */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `invalid_api_key`: The API key is missing, malformed, expired or revoked. */
            401: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `actor_forbidden`: This API key may not do this. */
            403: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `object_not_found`: This merchant has no such object in this mode: the id is mistyped, of the other mode, or of another merchant. */
            404: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `rate_limit_exceeded`: Too many requests. */
            429: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: Something unexpected happened. */
            500: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `service_unavailable`: The service is temporarily unavailable. Send the same request again as Retry-After says, a create with the same idempotency key. */
            503: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    updateWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Webhook endpoint ID: we_ and 24 letters and digits */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEndpointUpdate"];
            };
        };
        responses: {
            /** @description As asked for */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            /**
             * @description `parameter_invalid`: A parameter has an invalid type, format or range.
             *
             *     `invalid_request`: A path or query value is invalid.
             *
             *     `request_body_invalid`: The body could not be read as this operation's request.
             */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `invalid_api_key`: The API key is missing, malformed, expired or revoked. */
            401: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `actor_forbidden`: This API key may not do this. */
            403: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `object_not_found`: This merchant has no such object in this mode: the id is mistyped, of the other mode, or of another merchant. */
            404: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `rate_limit_exceeded`: Too many requests. */
            429: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: Something unexpected happened. */
            500: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `service_unavailable`: The service is temporarily unavailable. Send the same request again as Retry-After says, a create with the same idempotency key. */
            503: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    rollWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Webhook endpoint ID: we_ and 24 letters and digits */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WebhookSecretRoll"];
            };
        };
        responses: {
            /** @description As asked for */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointWithSecret"];
                };
            };
            /**
             * @description `parameter_invalid`: A parameter has an invalid type, format or range.
             *
             *     `invalid_request`: A path or query value is invalid.
             *
             *     `request_body_invalid`: The body could not be read as this operation's request.
             */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `invalid_api_key`: The API key is missing, malformed, expired or revoked. */
            401: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `actor_forbidden`: This API key may not do this. */
            403: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `object_not_found`: This merchant has no such object in this mode: the id is mistyped, of the other mode, or of another merchant. */
            404: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `rate_limit_exceeded`: Too many requests. */
            429: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: Something unexpected happened. */
            500: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `service_unavailable`: The service is temporarily unavailable. Send the same request again as Retry-After says, a create with the same idempotency key. */
            503: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    endWebhookSecretOverlap: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Webhook endpoint ID: we_ and 24 letters and digits */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WebhookSecretOverlapEnd"];
            };
        };
        responses: {
            /** @description As asked for */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            /**
             * @description `parameter_invalid`: A parameter has an invalid type, format or range.
             *
             *     `invalid_request`: A path or query value is invalid.
             *
             *     `request_body_invalid`: The body could not be read as this operation's request.
             */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `invalid_api_key`: The API key is missing, malformed, expired or revoked. */
            401: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `actor_forbidden`: This API key may not do this. */
            403: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `object_not_found`: This merchant has no such object in this mode: the id is mistyped, of the other mode, or of another merchant. */
            404: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `rate_limit_exceeded`: Too many requests. */
            429: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: Something unexpected happened. */
            500: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `service_unavailable`: The service is temporarily unavailable. Send the same request again as Retry-After says, a create with the same idempotency key. */
            503: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Objects on the page; 10 where absent */
                limit?: number;
                /** @description The page that follows this object, going to older ones. An object of the same merchant and mode; it need not match the filters */
                starting_after?: string;
                /** @description The page right before this object, going to newer ones; still newest first. It ends where another object may still come in between, so that going on from the newest of each page shows every object once. Not together with `starting_after` */
                ending_before?: string;
            };
            header?: never;
            path: {
                /** @description Webhook endpoint ID: we_ and 24 letters and digits */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked for */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryList"];
                };
            };
            /**
             * @description `parameter_invalid`: A parameter has an invalid type, format or range.
             *
             *     `invalid_request`: A path or query value is invalid.
             *
             *     `invalid_search_criteria`: The search criteria contradict each other or do not exist.
             */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `invalid_api_key`: The API key is missing, malformed, expired or revoked. */
            401: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `actor_forbidden`: This API key may not do this. */
            403: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `object_not_found`: This merchant has no such object in this mode: the id is mistyped, of the other mode, or of another merchant. */
            404: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `rate_limit_exceeded`: Too many requests. */
            429: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: Something unexpected happened. */
            500: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `service_unavailable`: The service is temporarily unavailable. Send the same request again as Retry-After says, a create with the same idempotency key. */
            503: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    health: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked for */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            /** @description The API is unavailable */
            503: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    onPaymentRequiresAction: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id, the same at every try
                 * @example evt_7cMj4GhFd9SaZ2xVb6NqWe1R
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description Unix time in seconds of this try
                 * @example 1764072005
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description Standard Webhooks: base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`, keyed with the bytes that the secret's base64 stands for; a second one after a space while a secret is being rolled
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /**
                 * @description Hexadecimal HMAC-SHA256 over `{t}.{body}`, keyed with the secret's whole text; a second `v1` while a secret is being rolled
                 * @example t=1764072005,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                "Flowlix-Signature": components["parameters"]["FlowlixSignature"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentEvent"];
            };
        };
        responses: {
            /** @description The endpoint is gone: it is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again, not before `Retry-After`; 503 likewise */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received; it is not sent again */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again later, for 72 hours */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPaymentProcessing: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id, the same at every try
                 * @example evt_7cMj4GhFd9SaZ2xVb6NqWe1R
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description Unix time in seconds of this try
                 * @example 1764072005
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description Standard Webhooks: base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`, keyed with the bytes that the secret's base64 stands for; a second one after a space while a secret is being rolled
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /**
                 * @description Hexadecimal HMAC-SHA256 over `{t}.{body}`, keyed with the secret's whole text; a second `v1` while a secret is being rolled
                 * @example t=1764072005,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                "Flowlix-Signature": components["parameters"]["FlowlixSignature"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentEvent"];
            };
        };
        responses: {
            /** @description The endpoint is gone: it is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again, not before `Retry-After`; 503 likewise */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received; it is not sent again */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again later, for 72 hours */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPaymentSucceeded: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id, the same at every try
                 * @example evt_7cMj4GhFd9SaZ2xVb6NqWe1R
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description Unix time in seconds of this try
                 * @example 1764072005
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description Standard Webhooks: base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`, keyed with the bytes that the secret's base64 stands for; a second one after a space while a secret is being rolled
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /**
                 * @description Hexadecimal HMAC-SHA256 over `{t}.{body}`, keyed with the secret's whole text; a second `v1` while a secret is being rolled
                 * @example t=1764072005,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                "Flowlix-Signature": components["parameters"]["FlowlixSignature"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentEvent"];
            };
        };
        responses: {
            /** @description The endpoint is gone: it is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again, not before `Retry-After`; 503 likewise */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received; it is not sent again */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again later, for 72 hours */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPaymentFailed: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id, the same at every try
                 * @example evt_7cMj4GhFd9SaZ2xVb6NqWe1R
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description Unix time in seconds of this try
                 * @example 1764072005
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description Standard Webhooks: base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`, keyed with the bytes that the secret's base64 stands for; a second one after a space while a secret is being rolled
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /**
                 * @description Hexadecimal HMAC-SHA256 over `{t}.{body}`, keyed with the secret's whole text; a second `v1` while a secret is being rolled
                 * @example t=1764072005,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                "Flowlix-Signature": components["parameters"]["FlowlixSignature"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentEvent"];
            };
        };
        responses: {
            /** @description The endpoint is gone: it is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again, not before `Retry-After`; 503 likewise */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received; it is not sent again */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again later, for 72 hours */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPaymentExpired: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id, the same at every try
                 * @example evt_7cMj4GhFd9SaZ2xVb6NqWe1R
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description Unix time in seconds of this try
                 * @example 1764072005
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description Standard Webhooks: base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`, keyed with the bytes that the secret's base64 stands for; a second one after a space while a secret is being rolled
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /**
                 * @description Hexadecimal HMAC-SHA256 over `{t}.{body}`, keyed with the secret's whole text; a second `v1` while a secret is being rolled
                 * @example t=1764072005,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                "Flowlix-Signature": components["parameters"]["FlowlixSignature"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentEvent"];
            };
        };
        responses: {
            /** @description The endpoint is gone: it is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again, not before `Retry-After`; 503 likewise */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received; it is not sent again */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again later, for 72 hours */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onRefundProcessing: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id, the same at every try
                 * @example evt_7cMj4GhFd9SaZ2xVb6NqWe1R
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description Unix time in seconds of this try
                 * @example 1764072005
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description Standard Webhooks: base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`, keyed with the bytes that the secret's base64 stands for; a second one after a space while a secret is being rolled
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /**
                 * @description Hexadecimal HMAC-SHA256 over `{t}.{body}`, keyed with the secret's whole text; a second `v1` while a secret is being rolled
                 * @example t=1764072005,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                "Flowlix-Signature": components["parameters"]["FlowlixSignature"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefundEvent"];
            };
        };
        responses: {
            /** @description The endpoint is gone: it is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again, not before `Retry-After`; 503 likewise */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received; it is not sent again */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again later, for 72 hours */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onRefundSucceeded: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id, the same at every try
                 * @example evt_7cMj4GhFd9SaZ2xVb6NqWe1R
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description Unix time in seconds of this try
                 * @example 1764072005
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description Standard Webhooks: base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`, keyed with the bytes that the secret's base64 stands for; a second one after a space while a secret is being rolled
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /**
                 * @description Hexadecimal HMAC-SHA256 over `{t}.{body}`, keyed with the secret's whole text; a second `v1` while a secret is being rolled
                 * @example t=1764072005,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                "Flowlix-Signature": components["parameters"]["FlowlixSignature"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefundEvent"];
            };
        };
        responses: {
            /** @description The endpoint is gone: it is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again, not before `Retry-After`; 503 likewise */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received; it is not sent again */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again later, for 72 hours */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onRefundFailed: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id, the same at every try
                 * @example evt_7cMj4GhFd9SaZ2xVb6NqWe1R
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description Unix time in seconds of this try
                 * @example 1764072005
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description Standard Webhooks: base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`, keyed with the bytes that the secret's base64 stands for; a second one after a space while a secret is being rolled
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /**
                 * @description Hexadecimal HMAC-SHA256 over `{t}.{body}`, keyed with the secret's whole text; a second `v1` while a secret is being rolled
                 * @example t=1764072005,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                "Flowlix-Signature": components["parameters"]["FlowlixSignature"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefundEvent"];
            };
        };
        responses: {
            /** @description The endpoint is gone: it is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again, not before `Retry-After`; 503 likewise */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received; it is not sent again */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again later, for 72 hours */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPayoutPending: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id, the same at every try
                 * @example evt_7cMj4GhFd9SaZ2xVb6NqWe1R
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description Unix time in seconds of this try
                 * @example 1764072005
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description Standard Webhooks: base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`, keyed with the bytes that the secret's base64 stands for; a second one after a space while a secret is being rolled
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /**
                 * @description Hexadecimal HMAC-SHA256 over `{t}.{body}`, keyed with the secret's whole text; a second `v1` while a secret is being rolled
                 * @example t=1764072005,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                "Flowlix-Signature": components["parameters"]["FlowlixSignature"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PayoutEvent"];
            };
        };
        responses: {
            /** @description The endpoint is gone: it is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again, not before `Retry-After`; 503 likewise */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received; it is not sent again */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again later, for 72 hours */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPayoutProcessing: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id, the same at every try
                 * @example evt_7cMj4GhFd9SaZ2xVb6NqWe1R
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description Unix time in seconds of this try
                 * @example 1764072005
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description Standard Webhooks: base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`, keyed with the bytes that the secret's base64 stands for; a second one after a space while a secret is being rolled
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /**
                 * @description Hexadecimal HMAC-SHA256 over `{t}.{body}`, keyed with the secret's whole text; a second `v1` while a secret is being rolled
                 * @example t=1764072005,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                "Flowlix-Signature": components["parameters"]["FlowlixSignature"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PayoutEvent"];
            };
        };
        responses: {
            /** @description The endpoint is gone: it is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again, not before `Retry-After`; 503 likewise */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received; it is not sent again */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again later, for 72 hours */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPayoutSucceeded: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id, the same at every try
                 * @example evt_7cMj4GhFd9SaZ2xVb6NqWe1R
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description Unix time in seconds of this try
                 * @example 1764072005
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description Standard Webhooks: base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`, keyed with the bytes that the secret's base64 stands for; a second one after a space while a secret is being rolled
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /**
                 * @description Hexadecimal HMAC-SHA256 over `{t}.{body}`, keyed with the secret's whole text; a second `v1` while a secret is being rolled
                 * @example t=1764072005,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                "Flowlix-Signature": components["parameters"]["FlowlixSignature"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PayoutEvent"];
            };
        };
        responses: {
            /** @description The endpoint is gone: it is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again, not before `Retry-After`; 503 likewise */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received; it is not sent again */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again later, for 72 hours */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPayoutFailed: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event's id, the same at every try
                 * @example evt_7cMj4GhFd9SaZ2xVb6NqWe1R
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description Unix time in seconds of this try
                 * @example 1764072005
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description Standard Webhooks: base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`, keyed with the bytes that the secret's base64 stands for; a second one after a space while a secret is being rolled
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
                /**
                 * @description Hexadecimal HMAC-SHA256 over `{t}.{body}`, keyed with the secret's whole text; a second `v1` while a secret is being rolled
                 * @example t=1764072005,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                "Flowlix-Signature": components["parameters"]["FlowlixSignature"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PayoutEvent"];
            };
        };
        responses: {
            /** @description The endpoint is gone: it is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again, not before `Retry-After`; 503 likewise */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received; it is not sent again */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again later, for 72 hours */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
