{{/* What selects a component's pods; never changes between versions. Takes {root, component}. */}}
{{- define "lib.selectorLabels" -}}
app.kubernetes.io/name: {{ include "lib.name" .root }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{/* All labels of an object. Takes {root, component}. */}}
{{- define "lib.labels" -}}
{{ include "lib.selectorLabels" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/part-of: payments-platform
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- with .root.Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/*
Labels of a pod. The chart's version is none of them: an upgrade that changes nothing of a service
does not restart it. Takes {root, component, extra}.
*/}}
{{- define "lib.podLabels" -}}
{{ include "lib.selectorLabels" . }}
app.kubernetes.io/part-of: payments-platform
{{- with .root.Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- with .extra }}
{{ toYaml . }}
{{- end }}
{{- end -}}
