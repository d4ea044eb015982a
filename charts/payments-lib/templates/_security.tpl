{{/* What every pod of ours says of itself. Takes {user}. Passes PodSecurity "restricted". */}}
{{- define "lib.podSecurityContext" -}}
runAsNonRoot: true
runAsUser: {{ .user }}
runAsGroup: {{ .user }}
fsGroup: {{ .user }}
fsGroupChangePolicy: OnRootMismatch
seccompProfile:
  type: RuntimeDefault
{{- end -}}

{{- define "lib.containerSecurityContext" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end -}}

{{/* No pod of ours talks to the Kubernetes API, and the addresses of neighbours come by DNS. Takes {root, account}. */}}
{{- define "lib.podBasics" -}}
serviceAccountName: {{ .account }}
automountServiceAccountToken: false
enableServiceLinks: false
{{- end -}}
