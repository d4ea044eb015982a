/** As routes, logs and metrics name it. */
export const PAGE_TEMPLATE = "/pay/{payment_id}/{token}";
