// Written from the OpenAPI document by `make clients-types`, and never by hand.
// sha256 of it: 382661f379bfac40b573b81c2c15740eebc75c477d8d3f8de79ed1503b934769
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
         * @description The key needs one of the permissions payments, read.
         */
        get: operations["listPayments"];
        put?: never;
        /**
         * Create a Direct Payment
         * @description The key needs one of the permissions payments.
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
         * @description The key needs one of the permissions payments.
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
         * @description The key needs one of the permissions payments, read.
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
         * @description The key needs one of the permissions refunds, read.
         */
        get: operations["listRefunds"];
        put?: never;
        /**
         * Create a Refund
         * @description The key needs one of the permissions refunds.
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
         * @description The key needs one of the permissions refunds, read.
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
         * @description The key needs one of the permissions payouts, read.
         */
        get: operations["listPayouts"];
        put?: never;
        /**
         * Create a Payout
         * @description The key needs one of the permissions payouts.
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
         * @description The key needs one of the permissions payouts, read.
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
         * @description The key needs one of the permissions payments, refunds, payouts, read.
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
         * @description The key needs one of the permissions payments, refunds, payouts, read.
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
         * @description The key needs all of the permissions payments, refunds, payouts.
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
         * @description The key needs all of the permissions payments, refunds, payouts.
         */
        get: operations["listWebhookEndpoints"];
        put?: never;
        /**
         * Create a webhook endpoint; its secret is shown here only
         * @description The key needs all of the permissions payments, refunds, payouts.
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
         * @description The key needs all of the permissions payments, refunds, payouts.
         */
        get: operations["getWebhookEndpoint"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook endpoint with its deliveries
         * @description The key needs all of the permissions payments, refunds, payouts.
         */
        delete: operations["deleteWebhookEndpoint"];
        options?: never;
        head?: never;
        /**
         * Change a webhook endpoint
         * @description The key needs all of the permissions payments, refunds, payouts.
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
         * @description The key needs all of the permissions payments, refunds, payouts.
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
         * @description The key needs all of the permissions payments, refunds, payouts.
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
         * @description The key needs all of the permissions payments, refunds, payouts.
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
        /** Aggregate availability of the API */
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
    event: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An event, sent to every enabled endpoint of its mode that wants its type
         * @description Types: `payment.requires_action`, `payment.processing`, `payment.succeeded`, `payment.failed`, `payment.expired`, `refund.processing`, `refund.succeeded`, `refund.failed`, `payout.pending`, `payout.processing`, `payout.succeeded`, `payout.failed`; others can be added. Delivered at least once and in no promised order. Answer within 10 seconds; redirects are not followed and the body is not read.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The event's id, the same at every try */
                    "webhook-id": string;
                    /** @description Unix time in seconds of this try */
                    "webhook-timestamp": string;
                    /** @description Standard Webhooks: base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`, keyed with the bytes that the secret's base64 stands for; a second one after a space while a secret is being rolled */
                    "webhook-signature": string;
                    /** @description Hexadecimal HMAC-SHA256 over `{t}.{body}`, keyed with the secret's whole text; a second `v1` while a secret is being rolled */
                    "Flowlix-Signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Event"];
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
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        DirectPaymentRequest: {
            /**
             * @description Amount in minor units of the currency
             * @example 4999
             */
            amount: number;
            /**
             * @description Three letters of ISO 4217 in any case, optionally surrounded by white space
             * @example EUR
             */
            currency: string;
            payment_method_data: {
                /** @constant */
                type: "card";
                card: {
                    /** @description 12 to 19 digits, without spaces or hyphens */
                    number: string;
                    /**
                     * @description Month in which the card expires
                     * @example 12
                     */
                    exp_month: number;
                    /**
                     * @description Year in which the card expires, of four digits
                     * @example 2034
                     */
                    exp_year: number;
                    /** @description Security code of 3 or 4 digits, as a text, so that leading zeros stay */
                    cvc: string;
                    /**
                     * @description Name on the card: 1 to 255 characters after trimming, no control characters
                     * @example Ada Lovelace
                     */
                    holder_name: string;
                };
            } | {
                /** @constant */
                type: "apple_pay";
                apple_pay: {
                    /** @constant */
                    format: "decrypted";
                    data: {
                        card: {
                            /** @description 12 to 19 digits; not of UnionPay */
                            number: string;
                            /**
                             * @description Month in which the card expires
                             * @example 12
                             */
                            exp_month: number;
                            /**
                             * @description Year in which the card expires, of four digits
                             * @example 2034
                             */
                            exp_year: number;
                            /**
                             * @description Name on the card: 1 to 255 characters after trimming, no control characters
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
                };
            } | {
                /** @constant */
                type: "google_pay";
                google_pay: {
                    /** @constant */
                    format: "decrypted";
                    data: {
                        /** @constant */
                        auth_method: "CRYPTOGRAM_3DS";
                        card: {
                            /** @description 12 to 19 digits, without spaces or hyphens */
                            number: string;
                            /**
                             * @description Month in which the card expires
                             * @example 12
                             */
                            exp_month: number;
                            /**
                             * @description Year in which the card expires, of four digits
                             * @example 2034
                             */
                            exp_year: number;
                            /**
                             * @description Name on the card: 1 to 255 characters after trimming, no control characters
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
                    } | {
                        /** @constant */
                        auth_method: "PAN_ONLY";
                        card: {
                            /** @description 12 to 19 digits, without spaces or hyphens */
                            number: string;
                            /**
                             * @description Month in which the card expires
                             * @example 12
                             */
                            exp_month: number;
                            /**
                             * @description Year in which the card expires, of four digits
                             * @example 2034
                             */
                            exp_year: number;
                            /**
                             * @description Name on the card: 1 to 255 characters after trimming, no control characters
                             * @example Ada Lovelace
                             */
                            holder_name?: string;
                        };
                        /** @description PAN_ONLY has no cryptogram */
                        cryptogram?: unknown;
                        /** @description PAN_ONLY has no eci */
                        eci?: unknown;
                    };
                };
            };
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
             * @description Absolute HTTPS URL without user info, to which the payer's browser is sent back
             * @example https://shop.example/return
             */
            return_url: string;
            /**
             * @description Your own number of the object, of exactly ten digits and not beginning with 0
             * @example 1000000042
             */
            merchant_reference?: number;
            browser_information?: {
                accept_header: string;
                javascript_enabled: boolean;
                screen_width: number;
                screen_height: number;
                color_depth: number;
                user_agent: string;
                language: string;
                /** @description UTC minus local time in minutes */
                time_zone_offset: number;
                java_enabled: boolean;
            };
            billing_details?: {
                /**
                 * Format: email
                 * @description E-mail address of at most 255 characters
                 * @example ada@shop.example
                 */
                email?: string;
                first_name?: string | null;
                last_name?: string | null;
                /**
                 * @description Telephone number in the form of E.164: + and up to 15 digits, without spaces
                 * @example +442079460018
                 */
                phone?: string | null;
                address?: {
                    line1?: string | null;
                    line2?: string | null;
                    city?: string | null;
                    state?: string | null;
                    postal_code?: string | null;
                    /**
                     * @description Country by two letters of ISO 3166-1, in any case
                     * @example DE
                     */
                    country?: string | null;
                } | null;
            };
            /**
             * @description What is paid for, in at most 500 characters; the hosted page shows it to the payer
             * @example Order 42
             */
            description?: string | null;
        };
        HostedPaymentRequest: {
            /**
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
             * @description Absolute HTTPS URL without user info, to which the payer's browser is sent back
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
             * @description Your own number of the object, of exactly ten digits and not beginning with 0
             * @example 1000000042
             */
            merchant_reference?: number;
            /**
             * @description What is paid for, in at most 500 characters; the hosted page shows it to the payer
             * @example Order 42
             */
            description?: string | null;
            billing_details?: {
                /**
                 * Format: email
                 * @description E-mail address of at most 255 characters
                 * @example ada@shop.example
                 */
                email?: string;
                first_name?: string | null;
                last_name?: string | null;
                /**
                 * @description Telephone number in the form of E.164: + and up to 15 digits, without spaces
                 * @example +442079460018
                 */
                phone?: string | null;
                address?: {
                    line1?: string | null;
                    line2?: string | null;
                    city?: string | null;
                    state?: string | null;
                    postal_code?: string | null;
                    /**
                     * @description Country by two letters of ISO 3166-1, in any case
                     * @example DE
                     */
                    country?: string | null;
                } | null;
            };
        };
        Payment: {
            /** @description Payment ID: pay_ and 24 letters and digits */
            id: string;
            /**
             * @description Amount in minor units of the currency
             * @example 4999
             */
            amount: number;
            /** @description ISO 4217 code */
            currency: string;
            /** @enum {string} */
            status: "PENDING" | "REQUIRES_ACTION" | "PROCESSING" | "SUCCEEDED" | "FAILED" | "EXPIRED";
            /** @enum {string} */
            integration_type: "DIRECT" | "HOSTED_PAYMENT_PAGE";
            payment_method: {
                type: string;
                card: {
                    /** @enum {string} */
                    brand: "visa" | "mastercard" | "amex" | "discover" | "diners" | "jcb" | "unionpay" | "maestro" | "unknown";
                    last4: string;
                    /**
                     * @description Month in which the card expires
                     * @example 12
                     */
                    exp_month: number;
                    /**
                     * @description Year in which the card expires, of four digits
                     * @example 2034
                     */
                    exp_year: number;
                };
            } | null;
            /**
             * @description Your own number of the object, of exactly ten digits and not beginning with 0
             * @example 1000000042
             */
            merchant_reference: number | null;
            description: string | null;
            billing_details: {
                email: string | null;
                first_name: string | null;
                last_name: string | null;
                phone: string | null;
                address: {
                    line1: string | null;
                    line2: string | null;
                    city: string | null;
                    state: string | null;
                    postal_code: string | null;
                    country: string | null;
                } | null;
            } | null;
            /** @enum {string|null} */
            failure_code: "not_found" | "processor_error" | "processor_unavailable" | "generic_decline" | "do_not_honor" | "issuer_declined" | "insufficient_funds" | "invalid_number" | "invalid_expiry" | "expired_card" | "invalid_amount" | "invalid_currency" | "not_permitted" | "cardholder_limit" | "card_velocity_exceeded" | "lost_card" | "stolen_card" | "suspect_fraud" | "fraud_filter" | "three_d_secure_failed" | "three_d_secure_timeout" | "three_d_secure_not_supported" | "three_d_secure_error" | null;
            failure_message: string | null;
            amount_refunded: number;
            amount_refundable: number;
            refunds: components["schemas"]["Refund"][];
            status_transitions: {
                /** @description Unix time in seconds */
                requires_action_at: number | null;
                /** @description Unix time in seconds */
                processing_at: number | null;
                /** @description Unix time in seconds */
                succeeded_at: number | null;
                /** @description Unix time in seconds */
                failed_at: number | null;
                /** @description Unix time in seconds */
                expired_at: number | null;
            };
            /** @description Unix time in seconds */
            created_at: number;
            livemode: boolean;
            next_action: {
                /** @constant */
                type: "redirect";
                /** @enum {string} */
                reason: "hosted_payment_page" | "three_d_secure";
                redirect_url: string;
            } | null;
        };
        PaymentList: {
            data: components["schemas"]["Payment"][];
            /** @description Whether there are more in the direction that was asked for */
            has_more: boolean;
        };
        Refund: {
            /** @description Refund ID: ref_ and 24 letters and digits */
            id: string;
            /** @description Payment ID: pay_ and 24 letters and digits */
            payment_id: string;
            /**
             * @description Amount in minor units of the currency
             * @example 4999
             */
            amount: number;
            /** @description ISO 4217 code */
            currency: string;
            /**
             * @description Your own number of the object, of exactly ten digits and not beginning with 0
             * @example 1000000042
             */
            merchant_reference: number | null;
            reason: string;
            /** @enum {string} */
            refund_type: "FULL" | "PARTIAL";
            /** @enum {string} */
            status: "PENDING" | "PROCESSING" | "SUCCEEDED" | "FAILED";
            failure?: {
                /** @enum {string} */
                code: "not_found" | "processor_error" | "processor_unavailable" | "generic_decline" | "do_not_honor" | "issuer_declined" | "insufficient_funds" | "invalid_number" | "invalid_expiry" | "expired_card" | "invalid_amount" | "invalid_currency" | "not_permitted" | "cardholder_limit" | "card_velocity_exceeded" | "lost_card" | "stolen_card" | "suspect_fraud" | "fraud_filter" | "three_d_secure_failed" | "three_d_secure_timeout" | "three_d_secure_not_supported" | "three_d_secure_error";
                message: string;
            };
            /** @description Unix time in seconds */
            created_at: number;
            /** @description Unix time in seconds */
            updated_at: number;
            /** @description Unix time in seconds */
            completed_at: number | null;
            livemode: boolean;
        };
        PayoutRequest: {
            /**
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
             * @description Your own number of the object, of exactly ten digits and not beginning with 0
             * @example 1000000042
             */
            merchant_reference?: number;
            destination: {
                /** @description 12 to 19 digits, without spaces or hyphens */
                card_number: string;
            };
            /**
             * @description One literal IPv4 or IPv6 address, without a port or a zone
             * @example 203.0.113.7
             */
            initiator_ip_address: string;
            recipient: {
                /**
                 * @description Country by two letters of ISO 3166-1, in any case
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
            };
        };
        Payout: {
            /** @description Payout ID: po_ and 24 letters and digits */
            id: string;
            /**
             * @description Amount in minor units of the currency
             * @example 4999
             */
            amount: number;
            /** @description ISO 4217 code */
            currency: string;
            /**
             * @description Your own number of the object, of exactly ten digits and not beginning with 0
             * @example 1000000042
             */
            merchant_reference: number | null;
            destination: {
                /** @enum {string} */
                card_brand: "visa" | "mastercard";
                card_last4: string;
            };
            recipient: {
                first_name: string;
                last_name: string;
                /** @description ISO 3166-1 alpha-2 */
                country: string;
            };
            /** @enum {string} */
            status: "PENDING" | "PROCESSING" | "SUCCEEDED" | "FAILED";
            /** @enum {string} */
            failure_code?: "not_found" | "processor_error" | "processor_unavailable" | "generic_decline" | "do_not_honor" | "issuer_declined" | "insufficient_funds" | "invalid_number" | "invalid_expiry" | "expired_card" | "invalid_amount" | "invalid_currency" | "not_permitted" | "cardholder_limit" | "card_velocity_exceeded" | "lost_card" | "stolen_card" | "suspect_fraud" | "fraud_filter" | "three_d_secure_failed" | "three_d_secure_timeout" | "three_d_secure_not_supported" | "three_d_secure_error";
            failure_message?: string;
            /** @description Unix time in seconds */
            created_at: number;
            /** @description Unix time in seconds */
            updated_at: number;
            /** @description Unix time in seconds */
            completed_at: number | null;
            livemode: boolean;
        };
        PayoutList: {
            data: components["schemas"]["Payout"][];
            /** @description Whether there are more in the direction that was asked for */
            has_more: boolean;
            /** @description All Payouts that match, whatever the page; of the same moment as the page */
            total_count: number;
        };
        RefundRequest: {
            /** @description Payment ID: pay_ and 24 letters and digits */
            payment_id: string;
            /**
             * @description Amount in minor units of the currency
             * @example 4999
             */
            amount: number;
            /**
             * @description Why it is refunded: at most 50 characters, not only white space
             * @example Returned goods
             */
            reason: string;
            /**
             * @description Your own number of the object, of exactly ten digits and not beginning with 0
             * @example 1000000042
             */
            merchant_reference?: number;
        };
        RefundList: {
            data: components["schemas"]["Refund"][];
            /** @description Whether there are more in the direction that was asked for */
            has_more: boolean;
        };
        Event: {
            /** @description Event ID: evt_ and 24 letters and digits */
            id: string;
            /** @enum {string} */
            type: "payment.requires_action" | "payment.processing" | "payment.succeeded" | "payment.failed" | "payment.expired" | "refund.processing" | "refund.succeeded" | "refund.failed" | "payout.pending" | "payout.processing" | "payout.succeeded" | "payout.failed";
            /** @description Unix time in seconds */
            created_at: number;
            livemode: boolean;
            data: {
                payment?: components["schemas"]["Payment"];
                refund?: components["schemas"]["Refund"];
                payout?: components["schemas"]["Payout"];
            };
        };
        EventList: {
            data: components["schemas"]["Event"][];
            /** @description Whether there are more in the direction that was asked for */
            has_more: boolean;
        };
        ResentEvent: {
            /** @description Event ID: evt_ and 24 letters and digits */
            id: string;
            /** @enum {string} */
            type: "payment.requires_action" | "payment.processing" | "payment.succeeded" | "payment.failed" | "payment.expired" | "refund.processing" | "refund.succeeded" | "refund.failed" | "payout.pending" | "payout.processing" | "payout.succeeded" | "payout.failed";
            /** @description Unix time in seconds */
            created_at: number;
            livemode: boolean;
            data: {
                payment?: components["schemas"]["Payment"];
                refund?: components["schemas"]["Refund"];
                payout?: components["schemas"]["Payout"];
            };
            /** @description Enabled endpoints of the mode that want its type; it goes to each of them once more */
            deliveries: number;
        };
        WebhookEndpointRequest: {
            /**
             * Format: uri
             * @description HTTPS, without user info and fragment. Every address of its host has to be a public one; that is asked again at each delivery
             */
            url: string;
            /** @description Event types, or `["*"]` for every type, those to come included */
            enabled_events: unknown[] | unknown | unknown;
            description?: string | null;
        };
        WebhookEndpointUpdate: {
            /**
             * Format: uri
             * @description HTTPS, without user info and fragment. Every address of its host has to be a public one; that is asked again at each delivery
             */
            url?: string;
            /** @description Event types, or `["*"]` for every type, those to come included */
            enabled_events?: unknown[] | unknown | unknown;
            description?: string | null;
            /**
             * @description `disabled` cancels what is still to be delivered; `enabled` begins with the next event
             * @enum {string}
             */
            status?: "enabled" | "disabled";
        };
        ResendRequest: Record<string, never>;
        RollSecretRequest: {
            /** @description How long deliveries carry the old secret's signature beside the new one's; 86400 where absent */
            overlap_seconds?: number;
        };
        WebhookEndpoint: {
            /** @description Webhook endpoint ID */
            id: string;
            url: string;
            /** @description Event types, or `["*"]` for every type, those to come included */
            enabled_events: string[];
            description: string | null;
            /** @enum {string} */
            status: "enabled" | "disabled";
            /**
             * @description `gone` after the answer 410; null while the endpoint is enabled
             * @enum {string|null}
             */
            disabled_reason: "gone" | "merchant" | "operator" | null;
            /** @description Since when every delivery has failed, once that has been so for a day; else null */
            failing_since: number | null;
            livemode: boolean;
            /** @description Unix time in seconds */
            created_at: number;
        };
        WebhookEndpointWithSecret: {
            /** @description Webhook endpoint ID */
            id: string;
            url: string;
            /** @description Event types, or `["*"]` for every type, those to come included */
            enabled_events: string[];
            description: string | null;
            /** @enum {string} */
            status: "enabled" | "disabled";
            /**
             * @description `gone` after the answer 410; null while the endpoint is enabled
             * @enum {string|null}
             */
            disabled_reason: "gone" | "merchant" | "operator" | null;
            /** @description Since when every delivery has failed, once that has been so for a day; else null */
            failing_since: number | null;
            livemode: boolean;
            /** @description Unix time in seconds */
            created_at: number;
            secret: string;
        };
        WebhookEndpointList: {
            data: components["schemas"]["WebhookEndpoint"][];
            /** @description Whether there are more in the direction that was asked for */
            has_more: boolean;
        };
        WebhookDelivery: {
            /** @description Webhook delivery ID */
            id: string;
            /** @description Event ID: evt_ and 24 letters and digits */
            event_id: string;
            event_type: string;
            /** @enum {string} */
            status: "pending" | "succeeded" | "failed" | "canceled";
            attempts: number;
            /** @description Unix time in seconds */
            next_attempt_at: number | null;
            last_attempt: {
                /** @description Unix time in seconds */
                at: number;
                http_status: number | null;
                /** @description Why there was no answer */
                error: string | null;
                duration_ms: number;
                /** @description How the answer's body began, its printable part */
                response_prefix: string | null;
            } | null;
            /** @description Unix time in seconds */
            created_at: number;
        };
        WebhookDeliveryList: {
            data: components["schemas"]["WebhookDelivery"][];
            /** @description Whether there are more in the direction that was asked for */
            has_more: boolean;
        };
        Health: {
            /** @enum {string} */
            status: "ok" | "degraded" | "unavailable";
        };
        ErrorEnvelope: {
            error: {
                code: string;
                message: string;
                param?: string;
                /**
                 * Format: uri
                 * @description The page of this code: what causes it, and what to do
                 */
                doc_url?: string;
                /** @description Where a body has several faults: all of them, at most 20, the first as in `code` and `param` */
                errors?: {
                    code: string;
                    message: string;
                    param?: string;
                }[];
                request_id: string;
            };
        };
        /**
         * @description Branch on it; for one you do not know branch on the HTTP status.
         * @example resource_not_found
         * @example method_not_allowed
         * @example invalid_api_key
         * @example rate_limit_exceeded
         * @example actor_forbidden
         * @example parameter_missing
         * @example request_body_invalid
         * @example parameter_invalid
         * @example invalid_request
         * @example invalid_search_criteria
         * @example idempotency_key_reused
         * @example idempotency_key_in_use
         * @example payment_acceptance_unavailable
         * @example payout_submission_unavailable
         * @example merchant_not_provisioned
         * @example currency_not_supported
         * @example invalid_card
         * @example unsupported_card
         * @example payment_not_refundable
         * @example amount_exceeds_refundable
         * @example limit_exceeded
         * @example object_not_found
         * @example object_state_conflict
         * @example processing_error
         * @example service_unavailable
         * @example internal_error
         */
        ErrorCode: string;
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description New for every request */
        "Request-Id": string;
        /** @description Seconds after which a repeat may succeed */
        "Retry-After": number;
        /** @description `true` where this is the stored answer of an earlier request */
        "Idempotent-Replayed": "true";
        /** @description In Sandbox only: that the card is known for another outcome elsewhere, and the amount that orders it here */
        "Sandbox-Warning": string;
        /** @description Requests the key may send at once */
        "X-RateLimit-Limit": number;
        /** @description Requests left of them */
        "X-RateLimit-Remaining": number;
        /** @description Unix second at which all are available again */
        "X-RateLimit-Reset": number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listPayments: {
        parameters: {
            query?: {
                limit?: number;
                starting_after?: string;
                ending_before?: string;
                status?: ("PENDING" | "REQUIRES_ACTION" | "PROCESSING" | "SUCCEEDED" | "FAILED" | "EXPIRED")[];
                currency?: string[];
                card_brand?: string[];
                card_last4?: string;
                "created[gte]"?: number;
                "created[gt]"?: number;
                "created[lte]"?: number;
                "created[lt]"?: number;
                "amount[gte]"?: number;
                "amount[gt]"?: number;
                "amount[lte]"?: number;
                "amount[lt]"?: number;
                search?: string;
                integration_type?: ("DIRECT" | "HOSTED_PAYMENT_PAGE")[];
                payment_method_type?: ("card" | "apple_pay" | "google_pay")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result; an object may have failed all the same */
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
                /** @description 1 to 255 visible ASCII characters or spaces; scoped to the API key and the operation */
                "Idempotency-Key": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DirectPaymentRequest"];
            };
        };
        responses: {
            /** @description The result; an object may have failed all the same */
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
                /** @description 1 to 255 visible ASCII characters or spaces; scoped to the API key and the operation */
                "Idempotency-Key": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HostedPaymentRequest"];
            };
        };
        responses: {
            /** @description The result; an object may have failed all the same */
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
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result; an object may have failed all the same */
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
                payment_id: string;
                limit?: number;
                starting_after?: string;
                ending_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result; an object may have failed all the same */
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
                /** @description 1 to 255 visible ASCII characters or spaces; scoped to the API key and the operation */
                "Idempotency-Key": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefundRequest"];
            };
        };
        responses: {
            /** @description The result; an object may have failed all the same */
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
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result; an object may have failed all the same */
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
                limit?: number;
                starting_after?: string;
                ending_before?: string;
                status?: ("PENDING" | "PROCESSING" | "SUCCEEDED" | "FAILED")[];
                currency?: string[];
                card_brand?: string[];
                card_last4?: string;
                "created[gte]"?: number;
                "created[gt]"?: number;
                "created[lte]"?: number;
                "created[lt]"?: number;
                "amount[gte]"?: number;
                "amount[gt]"?: number;
                "amount[lte]"?: number;
                "amount[lt]"?: number;
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result; an object may have failed all the same */
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
                /** @description 1 to 255 visible ASCII characters or spaces; scoped to the API key and the operation */
                "Idempotency-Key": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PayoutRequest"];
            };
        };
        responses: {
            /** @description The result; an object may have failed all the same */
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
                payout_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result; an object may have failed all the same */
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
                limit?: number;
                starting_after?: string;
                ending_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result; an object may have failed all the same */
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
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result; an object may have failed all the same */
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
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ResendRequest"];
            };
        };
        responses: {
            /** @description The result; an object may have failed all the same */
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
                limit?: number;
                starting_after?: string;
                ending_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result; an object may have failed all the same */
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
                "application/json": components["schemas"]["WebhookEndpointRequest"];
            };
        };
        responses: {
            /** @description The result; an object may have failed all the same */
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
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result; an object may have failed all the same */
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
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result; an object may have failed all the same */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Webhook endpoint ID */
                        id: string;
                        /** @constant */
                        deleted: true;
                    };
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
            /** @description The result; an object may have failed all the same */
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
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RollSecretRequest"];
            };
        };
        responses: {
            /** @description The result; an object may have failed all the same */
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
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The result; an object may have failed all the same */
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
                limit?: number;
                starting_after?: string;
                ending_before?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result; an object may have failed all the same */
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
            /** @description The result; an object may have failed all the same */
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
}
