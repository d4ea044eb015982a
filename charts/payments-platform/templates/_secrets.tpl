{{/* The Secret that is generated for one service: all that it alone reads. Takes {root, name}. */}}
{{- define "pay.ownSecret" -}}
{{- printf "%s-%s" (include "lib.fullname" .root) .name -}}
{{- end -}}

{{/*
The service that alone reads a value of `secrets`, empty where several do: by the table of all services, so that one that is
left out of an installation moves no value to another Secret. Takes {root, value}.
*/}}
{{- define "pay.soleReader" -}}
{{- $readers := list -}}
{{- range $name, $service := .root.Files.Get "files/services.yaml" | fromYaml -}}
{{- if has $.value (values $service.secrets) }}{{ $readers = append $readers $name }}{{ end -}}
{{- end -}}
{{- if eq (len $readers) 1 }}{{ first $readers }}{{ end -}}
{{- end -}}

{{/* Where a secret of `secrets` is, as {name, key}. Takes {root, value}. */}}
{{- define "pay.secretRef" -}}
{{- $named := get .root.Values.secrets .value -}}
name: {{ default (include "pay.generatedIn" .) $named.existingSecret }}
key: {{ $named.key }}
{{- end -}}

{{/* The Secret where a value of `secrets` is generated: its only reader's, or its own. Takes {root, value}. */}}
{{- define "pay.generatedIn" -}}
{{- $reader := include "pay.soleReader" . -}}
{{- if $reader -}}{{ include "pay.ownSecret" (dict "root" .root "name" $reader) }}
{{- else -}}{{ include "pay.ownSecret" (dict "root" .root "name" (kebabcase .value)) }}
{{- end -}}
{{- end -}}

{{/* A value of `secrets` as it was generated before, or a new one. Takes {root, value}. */}}
{{- define "pay.generated" -}}
{{- $key := (get .root.Values.secrets .value).key -}}
{{- $new := include "lib.newPassword" .root -}}
{{- if regexMatch "(Keys|TokenKey)$" .value }}{{ $new = include "lib.newKeyRing" .root }}{{ end -}}
{{- $was := dict "name" (include "pay.ownSecret" (dict "root" .root "name" (kebabcase .value))) "key" $key -}}
{{- include "lib.keptValue" (dict "root" .root "name" (include "pay.generatedIn" .) "key" $key "new" $new "was" $was) -}}
{{- end -}}

{{/* Where a service's own address of Postgres is. Takes {root, name}. */}}
{{- define "pay.databaseRef" -}}
{{- $named := default dict (get .root.Values.postgresql.roles.existingSecrets .name) -}}
name: {{ default (include "pay.ownSecret" .) $named.name }}
key: {{ default "url" $named.key }}
{{- end -}}

{{- define "pay.ownerRef" -}}
{{- $named := .Values.postgresql.owner.existingSecret -}}
name: {{ default (printf "%s-db-owner" (include "lib.fullname" .)) $named }}
key: {{ ternary .Values.postgresql.owner.key "uri" (ne $named "") }}
{{- end -}}

{{/* Where the password of a service's user on NATS is. Takes {root, name}. */}}
{{- define "pay.natsRef" -}}
{{- $named := default dict (get .root.Values.nats.users.existingSecrets .name) -}}
name: {{ default (include "pay.ownSecret" .) $named.name }}
key: {{ default (ternary "password" "nats-password" (hasKey $named "name")) $named.key }}
{{- end -}}

{{- define "pay.demoSecret" -}}
{{- printf "%s-demo" (include "lib.fullname" .) -}}
{{- end -}}

{{/* Name of the Secret with the CA of NATS, empty where the system's CAs are meant. */}}
{{- define "pay.natsCa" -}}
{{- if .Values.nats.tls.enabled -}}
{{- if .Values.nats.tls.ca.existingSecret -}}{{ .Values.nats.tls.ca.existingSecret }}
{{- else if eq .Values.nats.mode "embedded" -}}{{ include "pay.natsTlsSecret" . }}
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "pay.natsTlsSecret" -}}
{{- default (printf "%s-nats-tls" (include "lib.fullname" .)) .Values.nats.embedded.tls.existingSecret -}}
{{- end -}}

{{/* Address of Postgres for a role. Takes {root, user, password}. */}}
{{- define "pay.databaseUrl" -}}
{{- $pg := .root.Values.postgresql -}}
{{- if eq $pg.mode "embedded" -}}
{{- $host := include "lib.componentName" (dict "root" .root "component" "postgresql") -}}
{{- printf "postgres://%s:%s@%s:5432/flowlix" .user .password $host -}}
{{- else -}}
{{- $ca := ternary "&sslrootcert=/run/secrets/postgres-ca/ca.crt" "" (and (ne $pg.ca.existingSecret "") (eq $pg.external.sslmode "verify-full")) -}}
{{- printf "postgres://%s:%s@%s:%v/%s?sslmode=%s%s" .user .password $pg.external.host (int64 $pg.external.port) $pg.external.database $pg.external.sslmode $ca -}}
{{- end -}}
{{- end -}}

{{/*
The secrets that a service reads, as a list of {env, file, name, key}: files under /run/secrets/flowlix,
named by X_FILE. Takes {root, name, service}.
*/}}
{{- define "pay.secretFiles" -}}
{{- $root := .root -}}
{{- $all := list -}}
{{- range $env, $value := .service.secrets -}}
{{- $all = append $all (merge (dict "env" $env) (include "pay.secretRef" (dict "root" $root "value" $value) | fromYaml)) -}}
{{- end -}}
{{- $all = append $all (merge (dict "env" .service.database) (include "pay.databaseRef" . | fromYaml)) -}}
{{- if .service.bus -}}
{{- $all = append $all (merge (dict "env" "NATS_PASSWORD") (include "pay.natsRef" . | fromYaml)) -}}
{{- end -}}
{{- $headers := .root.Values.traces.headers -}}
{{- if and (include "pay.traced" .) $headers.existingSecret -}}
{{- $all = append $all (dict "env" "OTEL_EXPORTER_OTLP_HEADERS" "name" $headers.existingSecret "key" $headers.key) -}}
{{- end -}}
{{- $files := list -}}
{{- range $all -}}
{{- $files = append $files (merge (dict "file" (.env | lower | replace "_" "-")) .) -}}
{{- end -}}
{{- toYaml $files -}}
{{- end -}}

{{/* One volume with exactly these files. Takes a list as pay.secretFiles gives it. */}}
{{- define "pay.secretVolume" -}}
- name: secrets
  projected:
    defaultMode: 0440
    sources:
      {{- range . }}
      - secret:
          name: {{ .name }}
          items:
            - key: {{ .key }}
              path: {{ .file }}
      {{- end }}
{{- end -}}
