{{/*
The value that a Secret of ours has already, else the given new one: generated values survive an upgrade.
Where the cluster cannot be asked (helm template, GitOps) the new one is taken each time, which is why a
production profile refuses generated values. Takes {root, name, key, new}, and `was` as {name, key}: where a release of
before kept it.
*/}}
{{- define "lib.keptValue" -}}
{{- $kept := lookup "v1" "Secret" .root.Release.Namespace .name -}}
{{- $value := get (default dict (default dict $kept).data) .key -}}
{{- if and .was (not $value) -}}
{{- $kept = lookup "v1" "Secret" .root.Release.Namespace .was.name -}}
{{- $value = get (default dict (default dict $kept).data) .was.key -}}
{{- end -}}
{{- if $value -}}{{- $value | b64dec -}}{{- else -}}{{- .new -}}{{- end -}}
{{- end -}}

{{/* A password that is no number and needs no escape in a URL or a configuration. */}}
{{- define "lib.newPassword" -}}
{{- printf "p%s" (randAlphaNum 43) -}}
{{- end -}}

{{/* A ring of one key, as services read it: `id:base64 of 32 bytes`. */}}
{{- define "lib.newKeyRing" -}}
{{- printf "k1:%s" (randBytes 32) -}}
{{- end -}}
