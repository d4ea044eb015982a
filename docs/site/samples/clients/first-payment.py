# Save it as first-payment.py. Python 3.9 or newer: .venv/bin/python first-payment.py
import flowlix

client = flowlix.Flowlix()  # of FLOWLIX_URL and FLOWLIX_KEY

try:
    payment = client.payments.create({
        "amount": 4999,  # 49.99 EUR
        "currency": "EUR",
        "payment_method_data": {
            "type": "card",
            "card": {
                "number": "4111111111111111",
                "exp_month": 12,
                "exp_year": 2034,
                "cvc": "123",
                "holder_name": "Ada Lovelace",
            },
        },
        "customer_ip_address": "203.0.113.7",
        "merchant_customer_id": "customer-1",
        "return_url": "https://shop.example/return",
    })
    print(payment["id"], payment["status"])  # a refund needs the id
except flowlix.FlowlixError as error:
    print(error.code, error.message)
