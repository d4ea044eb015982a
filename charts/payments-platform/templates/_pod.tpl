{{/* Volumes that every pod of the platform's image has. Takes {root, files}. */}}
{{- define "pay.volumes" -}}
- name: tmp
  emptyDir:
    sizeLimit: 64Mi
{{ include "pay.secretVolume" .files }}
{{- with .root.Values.postgresql.ca.existingSecret }}
- name: postgres-ca
  secret:
    secretName: {{ . }}
    defaultMode: 0444
    items:
      - key: {{ $.root.Values.postgresql.ca.key }}
        path: ca.crt
{{- end }}
{{- with include "pay.natsCa" .root }}
- name: nats-ca
  secret:
    secretName: {{ . }}
    defaultMode: 0444
    items:
      - key: {{ $.root.Values.nats.tls.ca.key }}
        path: ca.crt
{{- end }}
{{- end -}}

{{- define "pay.mounts" -}}
- name: tmp
  mountPath: /tmp
- name: secrets
  mountPath: /run/secrets/flowlix
  readOnly: true
{{- if .Values.postgresql.ca.existingSecret }}
- name: postgres-ca
  mountPath: /run/secrets/postgres-ca
  readOnly: true
{{- end }}
{{- if include "pay.natsCa" . }}
- name: nats-ca
  mountPath: /run/secrets/nats-ca
  readOnly: true
{{- end }}
{{- end -}}

{{/* A container of the platform's image, down to its environment. Takes {root, name}. */}}
{{- define "pay.container" -}}
name: {{ .name }}
image: {{ include "pay.platformImage" .root }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
securityContext:
  {{- include "lib.containerSecurityContext" . | nindent 2 }}
{{- end -}}

{{- define "pay.probe" -}}
periodSeconds: {{ int64 .periodSeconds }}
timeoutSeconds: {{ int64 .timeoutSeconds }}
failureThreshold: {{ int64 .failureThreshold }}
{{- end -}}

{{/* What the chart sets in a service's container, as a list. Takes {root, name, service, run, files}. */}}
{{- define "pay.ownEnv" -}}
{{- $settings := include "pay.settings" .root | fromYaml -}}
{{- $names := concat (list "LOG_LEVEL" "HOST" "ADMIN_PORT" "NAMESPACE") (ternary (list "NATS_URL") list .service.bus) .service.settings -}}
{{- if include "pay.traced" . -}}
{{- $names = concat $names (list "OTEL_EXPORTER_OTLP_ENDPOINT" "OTEL_EXPORTER_OTLP_PROTOCOL" "OTEL_TRACES_SAMPLER" "OTEL_TRACES_SAMPLER_ARG" "TRACES_BACKGROUND_SHARE") -}}
{{- end -}}
- name: SERVICE
  value: {{ .name }}
- name: INSTANCE
  valueFrom:
    fieldRef:
      fieldPath: metadata.name
{{- if and .service.bus (include "pay.natsCa" .root) }}
- name: NODE_EXTRA_CA_CERTS
  value: /run/secrets/nats-ca/ca.crt
{{- end }}
{{- range $name := $names }}
{{- with get $settings $name }}
- name: {{ $name }}
  value: {{ . | quote }}
{{- end }}
{{- end }}
{{- if .service.bus }}
- name: NATS_USER
  value: {{ default .name (get .root.Values.nats.users.names .name) }}
{{- end }}
{{- range .files }}
- name: {{ .env }}_FILE
  value: /run/secrets/flowlix/{{ .file }}
{{- end }}
{{- end -}}

{{/* The same with the user's own variables: one of a name that is there already replaces it. */}}
{{- define "pay.env" -}}
{{- $extra := .run.extraEnv -}}
{{- $named := dict -}}
{{- range $extra }}{{ $_ := set $named .name true }}{{ end -}}
{{- $env := list -}}
{{- range include "pay.ownEnv" . | fromYamlArray -}}
{{- if not (hasKey $named .name) }}{{ $env = append $env . }}{{ end -}}
{{- end -}}
{{- toYaml (concat $env $extra) -}}
{{- end -}}

{{/* Changes where a pod's secrets come from, or were said to be rotated, restart it. Takes {root, files}. */}}
{{- define "pay.secretChecksum" -}}
checksum/secret: {{ printf "%s %s" (toJson .files) .root.Values.secretsVersion | sha256sum }}
{{- end -}}

{{- define "pay.spread" -}}
{{- if .run.topologySpreadConstraints -}}
{{- toYaml .run.topologySpreadConstraints -}}
{{- else if .run.spread -}}
{{- range $key := list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
- topologyKey: {{ $key }}
  maxSkew: 1
  whenUnsatisfiable: ScheduleAnyway
  labelSelector:
    matchLabels:
      {{- include "lib.selectorLabels" (dict "root" $.root "component" $.name) | nindent 6 }}
  matchLabelKeys: [pod-template-hash]
{{- end }}
{{- end -}}
{{- end -}}
