{{/* The services of this installation: files/services.yaml without the simulated acquirer where it is off. */}}
{{- define "pay.services" -}}
{{- $services := .Files.Get "files/services.yaml" | fromYaml -}}
{{- if not .Values.acquirer.sandbox.enabled }}{{ $services = omit $services "sandbox-acquirer" }}{{ end -}}
{{- /* A secret that the production profile does not generate and that no service insists on: without it none has it. */ -}}
{{- if and (eq .Values.profile "production") (not .Values.secrets.acquirerSecretKeys.existingSecret) -}}
{{- range $services }}{{ $_ := unset .secrets "ACQUIRER_SECRET_KEYS" }}{{ end -}}
{{- end -}}
{{- toYaml $services -}}
{{- end -}}

{{/* How a service's pods are run: the defaults with its own values over them. Takes {root, name}. */}}
{{- define "pay.run" -}}
{{- $own := deepCopy (default dict (get .root.Values.services .name)) -}}
{{- mergeOverwrite (deepCopy .root.Values.defaults) $own | toYaml -}}
{{- end -}}

{{/* Most pods of a service at a time, without those of a roll-out. Takes what pay.run gives. */}}
{{- define "pay.mostPods" -}}
{{- if .autoscaling.enabled }}{{ .autoscaling.maxReplicas }}{{ else }}{{ .replicas }}{{ end -}}
{{- end -}}

{{/* Fewest of them. */}}
{{- define "pay.fewestPods" -}}
{{- if .autoscaling.enabled }}{{ .autoscaling.minReplicas }}{{ else }}{{ .replicas }}{{ end -}}
{{- end -}}

{{/* Not empty where a service's spans are exported: what is not on the bus makes none. Takes {root, service}. */}}
{{- define "pay.traced" -}}
{{- if and .service.bus .root.Values.traces.endpoint -}}true{{- end -}}
{{- end -}}

{{/* Not empty where the Prometheus operator is asked to scrape: where it is wanted, or left to what the cluster has. */}}
{{- define "pay.scraped" -}}
{{- $wanted := toString .Values.podMonitor.enabled -}}
{{- if or (eq $wanted "true") (and (eq $wanted "auto") (.Capabilities.APIVersions.Has "monitoring.coreos.com/v1")) -}}true{{- end -}}
{{- end -}}

{{- define "pay.serviceAccount" -}}
{{- if .Values.serviceAccount.create -}}
{{- default (include "lib.fullname" .) .Values.serviceAccount.name -}}
{{- else -}}
{{- default "default" .Values.serviceAccount.name -}}
{{- end -}}
{{- end -}}

{{- define "pay.platformImage" -}}
{{- include "lib.image" (dict "root" . "image" .Values.image "tag" .Chart.AppVersion) -}}
{{- end -}}

{{/* The pods that a policy means by a component's name. Takes {root, component}. */}}
{{- define "pay.peer" -}}
podSelector:
  matchLabels:
    {{- include "lib.selectorLabels" . | nindent 4 }}
{{- end -}}
