{{- define "obs.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 35 | trimSuffix "-" -}}
{{- else -}}
{{- $name := default .Chart.Name .Values.nameOverride -}}
{{- if contains $name .Release.Name -}}
{{- .Release.Name | trunc 35 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name $name | trunc 35 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "obs.labels" -}}
app.kubernetes.io/name: {{ default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/component: observability
app.kubernetes.io/part-of: payments-platform
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- with .Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/* The groups of a file of rules as YAML, without what is left out. Takes {root, path}. Nothing where nothing is left. */}}
{{- define "obs.groups" -}}
{{- $values := .root.Values.rules -}}
{{- $text := .root.Files.Get .path | replace "docs/runbooks/" (printf "%s/" .root.Values.runbookUrl) -}}
{{- $groups := list -}}
{{- range (fromYaml $text).groups -}}
{{- $rules := list -}}
{{- range .rules -}}
{{- if not (has (default "" .alert) $values.excludeRules) -}}
{{- if .alert -}}
{{- $rules = append $rules (merge (dict "labels" (merge (dict) .labels (default dict $values.alertLabels))) .) -}}
{{- else -}}
{{- $rules = append $rules . -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- if $rules -}}
{{- $groups = append $groups (merge (dict "rules" $rules) .) -}}
{{- end -}}
{{- end -}}
{{- if $groups -}}
{{- toYaml $groups -}}
{{- end -}}
{{- end -}}

{{/* Not empty where rules are PrometheusRules: where that is wanted, or left to what the cluster has. */}}
{{- define "obs.operator" -}}
{{- $wanted := toString .Values.rules.prometheusRule.enabled -}}
{{- if or (eq $wanted "true") (and (eq $wanted "auto") (not .Values.rules.configMap.enabled) (.Capabilities.APIVersions.Has "monitoring.coreos.com/v1")) -}}true{{- end -}}
{{- end -}}
