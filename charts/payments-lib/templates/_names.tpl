{{/* Name of the chart, unless overridden: a label's value and part of every name. */}}
{{- define "lib.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{/*
Name of a release's objects: different for two releases in one namespace. Cut so that the longest suffix
(-sandbox-acquirer, a revision of a Job) still fits into the 63 characters of a label. A dot is no part of
a name on the bus, which is the pod's.
*/}}
{{- define "lib.fullname" -}}
{{- $name := include "lib.name" . -}}
{{- $full := printf "%s-%s" .Release.Name $name -}}
{{- if .Values.fullnameOverride -}}
{{- $full = .Values.fullnameOverride -}}
{{- else if contains $name .Release.Name -}}
{{- $full = .Release.Name -}}
{{- end -}}
{{- $full | replace "." "-" | trunc 38 | trimSuffix "-" -}}
{{- end -}}

{{/* Name of a component's objects. Takes {root, component}. */}}
{{- define "lib.componentName" -}}
{{- printf "%s-%s" (include "lib.fullname" .root) .component -}}
{{- end -}}
