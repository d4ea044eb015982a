{{- define "pay.natsPasswordEnv" -}}
NATS_{{ . | upper | replace "-" "_" }}_PASSWORD
{{- end -}}

{{/*
A user for each service with the subjects its part on the bus needs. files/nats-permissions.json is written
from the table that the services' own code and types go by; `<namespace>` stands for the installation's.
Passwords come from the server's environment.
*/}}
{{- define "pay.natsConfig" -}}
{{- $root := . -}}
{{- $users := .Files.Get "files/nats-permissions.json" | replace "<namespace>" (include "pay.busNamespace" .) | fromJsonArray -}}
host: "0.0.0.0"
port: 4222
http: "0.0.0.0:8222"
max_payload: 4MB
ping_interval: "1s"
ping_max: 2
{{- if .Values.nats.tls.enabled }}
tls {
  cert_file: "/run/secrets/nats-tls/tls.crt"
  key_file: "/run/secrets/nats-tls/tls.key"
}
{{- end }}
authorization {
  users: [
    {{- range $users }}
    {
      user: {{ default .user (get $root.Values.nats.users.names .user) | quote }}
      password: ${{ include "pay.natsPasswordEnv" .user }}
      permissions {
        publish { allow: {{ toJson .publish }} }
        subscribe { allow: {{ toJson .subscribe }} }
      }
    }
    {{- end }}
  ]
}
{{- end -}}
