{{/* An image's full name; a digest wins over a tag, the global registry over the image's own. Takes {root, image, tag}. */}}
{{- define "lib.image" -}}
{{- $registry := default .image.registry ((.root.Values.global).imageRegistry) -}}
{{- $name := .image.repository -}}
{{- if $registry -}}{{- $name = printf "%s/%s" (trimSuffix "/" $registry) $name -}}{{- end -}}
{{- if .image.digest -}}
{{- printf "%s@%s" $name .image.digest -}}
{{- else -}}
{{- printf "%s:%s" $name (default .tag .image.tag) -}}
{{- end -}}
{{- end -}}

{{- define "lib.pullSecrets" -}}
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- end -}}
