{{/* A list of matchers as Alertmanager's file has them, as the operator's resource has them. */}}
{{- define "obs.matchers" -}}
{{- range . }}
- name: {{ regexFind "^[a-z_]+" . }}
  matchType: {{ regexFind "=~|!=|!~|=" . | quote }}
  value: {{ regexReplaceAll "^[a-z_]+ (=~|!=|!~|=) \"?([^\"]*)\"?$" . "${2}" | quote }}
{{- end }}
{{- end }}

{{/* A route, without those within it. */}}
{{- define "obs.route" -}}
receiver: {{ .receiver }}
{{- with .group_by }}
groupBy: {{ toJson . }}
{{- end }}
{{- with .group_wait }}
groupWait: {{ . }}
{{- end }}
{{- with .group_interval }}
groupInterval: {{ . }}
{{- end }}
{{- with .repeat_interval }}
repeatInterval: {{ . }}
{{- end }}
{{- with .matchers }}
matchers:
  {{- include "obs.matchers" . | trim | nindent 2 }}
{{- end }}
{{- end }}
