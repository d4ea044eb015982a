{{/* Not empty where the chart itself publishes the gateway. */}}
{{- define "pay.published" -}}
{{- if or .Values.ingress.enabled .Values.httpRoute.enabled -}}true{{- end -}}
{{- end -}}

{{- define "pay.publicUrl" -}}
{{- if .Values.publicUrl -}}{{ trimSuffix "/" .Values.publicUrl }}
{{- else if .Values.ingress.enabled -}}{{ ternary "https" "http" .Values.ingress.tls.enabled }}://{{ .Values.ingress.host }}
{{- else if .Values.httpRoute.enabled -}}{{ ternary "https" "http" .Values.httpRoute.tls }}://{{ .Values.httpRoute.host }}
{{- else -}}http://127.0.0.1:3000
{{- end -}}
{{- end -}}

{{- define "pay.acquirerUrl" -}}
{{- if .Values.acquirer.url -}}{{ .Values.acquirer.url }}
{{- else -}}http://{{ include "lib.componentName" (dict "root" . "component" "sandbox-acquirer") }}:3001
{{- end -}}
{{- end -}}

{{/* Challenge pages share the gateway's host; without one a second forwarded port leads to them. */}}
{{- define "pay.acquirerPublicUrl" -}}
{{- if .Values.acquirer.publicUrl -}}{{ .Values.acquirer.publicUrl }}
{{- else if include "pay.published" . -}}{{ include "pay.publicUrl" . }}
{{- else -}}http://127.0.0.1:3001
{{- end -}}
{{- end -}}

{{/* The simulated acquirer is a neighbour: its callbacks need no way round by the ingress. */}}
{{- define "pay.callbackUrl" -}}
{{- if .Values.acquirer.callbackUrl -}}{{ .Values.acquirer.callbackUrl }}
{{- else if .Values.acquirer.sandbox.enabled -}}http://{{ include "lib.componentName" (dict "root" . "component" "api-gateway") }}:{{ .Values.service.port }}/provider/sandbox/callbacks
{{- end -}}
{{- end -}}

{{- define "pay.busNamespace" -}}
{{- default (include "lib.fullname" .) .Values.nats.namespace -}}
{{- end -}}

{{/* Servers of the bus, as NATS_URL names them. */}}
{{- define "pay.natsUrl" -}}
{{- $scheme := ternary "tls" "nats" .Values.nats.tls.enabled -}}
{{- if eq .Values.nats.mode "embedded" -}}
{{- printf "%s://%s:4222" $scheme (include "lib.componentName" (dict "root" . "component" "nats")) -}}
{{- else -}}
{{- $urls := list -}}
{{- range .Values.nats.external.servers }}{{ $urls = append $urls (printf "%s://%s" $scheme .) }}{{ end -}}
{{- join "," $urls -}}
{{- end -}}
{{- end -}}

{{- define "pay.gatewayReplicas" -}}
{{- if .Values.settings.gatewayReplicas -}}{{ int64 .Values.settings.gatewayReplicas }}
{{- else -}}{{ include "pay.fewestPods" (include "pay.run" (dict "root" . "name" "api-gateway") | fromYaml) | int64 | max 1 }}
{{- end -}}
{{- end -}}

{{/* Every setting that is not secret, by name, as text; an empty one is left out of the environment. */}}
{{- define "pay.settings" -}}
{{- $s := .Values.settings -}}
LOG_LEVEL: {{ .Values.logLevel | quote }}
HOST: {{ .Values.listenHost | quote }}
ADMIN_PORT: "9400"
NATS_URL: {{ include "pay.natsUrl" . | quote }}
NAMESPACE: {{ include "pay.busNamespace" . | quote }}
PORT: "3000"
CONTROL_PORT: "9399"
PUBLIC_URL: {{ include "pay.publicUrl" . | quote }}
REQUEST_DEADLINE: {{ $s.requestDeadline | quote }}
KEY_QUOTA: {{ $s.keyQuota | int64 | quote }}
KEY_QUOTA_BURST: {{ $s.keyQuotaBurst | int64 | quote }}
GATEWAY_REPLICAS: {{ include "pay.gatewayReplicas" . | quote }}
ADMISSION_LIMIT: {{ $s.admissionLimit | int64 | quote }}
PAGE_SUBMIT_LIMIT: {{ $s.pageSubmitLimit | int64 | quote }}
MAX_CONNECTIONS: {{ $s.maxConnections | int64 | quote }}
PAYMENT_CURRENCIES: {{ join "," $s.paymentCurrencies | quote }}
PAYOUT_CURRENCIES: {{ join "," $s.payoutCurrencies | quote }}
TRUSTED_PROXIES: {{ join "," $s.trustedProxies | quote }}
LIVE_PROVIDER: {{ $s.liveProvider | quote }}
IDEMPOTENCY_RETENTION: {{ $s.idempotencyRetention | quote }}
EVENT_RETENTION: {{ $s.eventRetention | quote }}
WEBHOOK_LOOPBACK: {{ $s.webhookLoopback | quote }}
ACQUIRER_LOOPBACK: {{ $s.acquirerLoopback | quote }}
PROVIDER_TRIES: {{ $s.providerTries | int64 | quote }}
THREE_D_SECURE_EXPIRY: {{ $s.threeDSecureExpiry | quote }}
HOSTED_PAGE_EXPIRY: {{ $s.hostedPageExpiry | quote }}
ACQUIRER_URL: {{ include "pay.acquirerUrl" . | quote }}
ACQUIRER_PUBLIC_URL: {{ include "pay.acquirerPublicUrl" . | quote }}
PROVIDER_CALLBACK_URL: {{ include "pay.callbackUrl" . | quote }}
OTEL_EXPORTER_OTLP_ENDPOINT: {{ trimSuffix "/" .Values.traces.endpoint | quote }}
OTEL_EXPORTER_OTLP_PROTOCOL: {{ .Values.traces.protocol | quote }}
OTEL_TRACES_SAMPLER: {{ .Values.traces.sampler | quote }}
OTEL_TRACES_SAMPLER_ARG: {{ regexReplaceAll "[.]?0+$" (printf "%.6f" (float64 .Values.traces.ratio)) "" | quote }}
TRACES_BACKGROUND_SHARE: {{ regexReplaceAll "[.]?0+$" (printf "%.6f" (float64 .Values.traces.backgroundShare)) "" | quote }}
ACQUIRER_HOST: {{ .Values.listenHost | quote }}
ACQUIRER_PORT: "3001"
ACQUIRER_ADMIN_PORT: "9401"
{{- end -}}
