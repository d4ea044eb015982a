{{/* What the schema cannot say: values that do not go together. All problems at once, each with what to do. */}}
{{- define "pay.validate" -}}
{{- $problems := concat
  (include "pay.storeProblems" . | fromYamlArray)
  (include "pay.productionProblems" . | fromYamlArray)
  (include "pay.runProblems" . | fromYamlArray)
  (include "pay.edgeProblems" . | fromYamlArray)
  (include "pay.connectionProblems" . | fromYamlArray) -}}
{{- if $problems -}}
{{- printf "\n\nThese values do not go together:\n  - %s\n" (join "\n  - " $problems) | fail -}}
{{- end -}}
{{- end -}}

{{- define "pay.storeProblems" -}}
{{- $pg := .Values.postgresql -}}
{{- $nats := .Values.nats -}}
{{- $hook := eq .Values.migrations.mode "hook" -}}
{{- $p := list -}}
{{- if eq $pg.mode "embedded" -}}
{{- if or $pg.external.host $pg.owner.existingSecret $pg.roles.existingSecrets -}}
{{- $p = append $p "postgresql.mode is embedded and an external server or its secrets are named as well: set postgresql.mode=external, or name none" -}}
{{- end -}}
{{- if $hook -}}
{{- $p = append $p "migrations.mode=hook runs before the embedded Postgres exists: use migrations.mode=job, or an external Postgres" -}}
{{- end -}}
{{- else -}}
{{- $generated := list -}}
{{- range $name, $_ := include "pay.services" . | fromYaml -}}
{{- if not (get $pg.roles.existingSecrets $name) }}{{ $generated = append $generated $name }}{{ end -}}
{{- end -}}
{{- if and $generated (not $pg.external.host) -}}
{{- $p = append $p (printf "postgresql.mode is external and there is neither postgresql.external.host nor a secret in postgresql.roles.existingSecrets for: %s" (join ", " $generated)) -}}
{{- end -}}
{{- if and (not $pg.owner.existingSecret) (ne .Values.migrations.mode "none") -}}
{{- $p = append $p "postgresql.owner.existingSecret is needed for the migrations: the address of a role that owns the database and may create roles; or set migrations.mode=none and run them yourself" -}}
{{- end -}}
{{- if and $hook $generated -}}
{{- $p = append $p (printf "migrations.mode=hook runs before generated secrets exist: name postgresql.roles.existingSecrets for %s, or use migrations.mode=job" (join ", " $generated)) -}}
{{- end -}}
{{- if and .Values.networkPolicy.enabled (not .Values.networkPolicy.postgresql) -}}
{{- $p = append $p "networkPolicy.postgresql is empty, so nobody could reach the external Postgres: name its pods or its addresses, or set networkPolicy.enabled=false" -}}
{{- end -}}
{{- end -}}
{{- if eq $nats.mode "embedded" -}}
{{- if $nats.external.servers -}}
{{- $p = append $p "nats.mode is embedded and nats.external.servers names others: set nats.mode=external, or name none" -}}
{{- end -}}
{{- else -}}
{{- if not $nats.external.servers -}}
{{- $p = append $p "nats.mode is external and nats.external.servers is empty: name them as host:port" -}}
{{- end -}}
{{- if and .Values.networkPolicy.enabled (not .Values.networkPolicy.nats) -}}
{{- $p = append $p "networkPolicy.nats is empty, so nobody could reach the external NATS: name its pods or its addresses, or set networkPolicy.enabled=false" -}}
{{- end -}}
{{- end -}}
{{- if and $nats.embedded.tls.existingSecret (not $nats.tls.enabled) -}}
{{- $p = append $p "nats.embedded.tls.existingSecret does nothing while nats.tls.enabled is false" -}}
{{- end -}}
{{- toYaml $p -}}
{{- end -}}

{{- define "pay.productionProblems" -}}
{{- $p := list -}}
{{- if eq .Values.profile "production" -}}
{{- range $store := list "postgresql" "nats" -}}
{{- if eq (get $.Values $store).mode "embedded" -}}
{{- $p = append $p (printf "profile=production refuses the embedded %s, one pod without backups: set %s.mode=external" $store $store) -}}
{{- end -}}
{{- end -}}
{{- $missing := list -}}
{{- $used := dict -}}
{{- range $name, $service := include "pay.services" . | fromYaml -}}
{{- range $service.secrets }}{{ $_ := set $used . true }}{{ end -}}
{{- if not (get $.Values.postgresql.roles.existingSecrets $name) }}{{ $missing = append $missing (printf "postgresql.roles.existingSecrets.%s" $name) }}{{ end -}}
{{- if and $service.bus (not (get $.Values.nats.users.existingSecrets $name)) }}{{ $missing = append $missing (printf "nats.users.existingSecrets.%s" $name) }}{{ end -}}
{{- end -}}
{{- range keys $used | sortAlpha -}}
{{- if not (get $.Values.secrets .).existingSecret }}{{ $missing = append $missing (printf "secrets.%s.existingSecret" .) }}{{ end -}}
{{- end -}}
{{- if $missing -}}
{{- $p = append $p (printf "profile=production refuses generated secrets, which a template run without a cluster makes anew: name %s" (join ", " $missing)) -}}
{{- end -}}
{{- if .Values.demoMerchant.enabled -}}
{{- $p = append $p "profile=production refuses the demo merchant: set demoMerchant.enabled=false" -}}
{{- end -}}
{{- if and (include "pay.published" .) (not .Values.settings.trustedProxies) -}}
{{- $p = append $p "profile=production has an ingress or a route, and settings.trustedProxies is empty: every payer would have the controller's address; name the range of its pods, or 127.0.0.1 where it adds no X-Forwarded-For" -}}
{{- end -}}
{{- if .Values.settings.webhookLoopback -}}
{{- $p = append $p "profile=production refuses settings.webhookLoopback: merchants could reach the pod itself" -}}
{{- end -}}
{{- if .Values.settings.acquirerLoopback -}}
{{- $p = append $p "profile=production refuses settings.acquirerLoopback: an account could lead to the pod itself" -}}
{{- end -}}
{{- end -}}
{{- toYaml $p -}}
{{- end -}}

{{- define "pay.runProblems" -}}
{{- $p := list -}}
{{- range $name, $service := include "pay.services" . | fromYaml -}}
{{- $run := include "pay.run" (dict "root" $ "name" $name) | fromYaml -}}
{{- $needed := add (int64 $run.preStopSeconds) 45 -}}
{{- if lt (int64 $run.terminationGracePeriodSeconds) $needed -}}
{{- $p = append $p (printf "%s: terminationGracePeriodSeconds %d is less than preStopSeconds %d and the 45 s a process takes to stop: set at least %d" $name (int64 $run.terminationGracePeriodSeconds) (int64 $run.preStopSeconds) $needed) -}}
{{- end -}}
{{- if and $run.autoscaling.enabled (gt (int64 $run.autoscaling.minReplicas) (int64 $run.autoscaling.maxReplicas)) -}}
{{- $p = append $p (printf "%s: autoscaling.minReplicas %d is more than maxReplicas %d" $name (int64 $run.autoscaling.minReplicas) (int64 $run.autoscaling.maxReplicas)) -}}
{{- end -}}
{{- if lt (include "lib.mebibytes" $run.resources.limits.memory | int64) 320 -}}
{{- $p = append $p (printf "%s: resources.limits.memory %s is less than 320Mi, below which the parts of the heap together exceed it, or in a unit other than Mi, Gi, M, G" $name (toString $run.resources.limits.memory)) -}}
{{- end -}}
{{- $p = concat $p (include "pay.probeProblems" (dict "name" $name "run" $run) | fromYamlArray) -}}
{{- range $run.extraContainers -}}
{{- if and $run.autoscaling.enabled (not (dig "resources" "requests" "cpu" "" .)) -}}
{{- $p = append $p (printf "%s: extraContainers: %s requests no CPU, so the autoscaler could not tell what share of it the pod uses: set resources.requests.cpu, or autoscaling.enabled=false" $name .name) -}}
{{- end -}}
{{- end -}}
{{- $seen := dict -}}
{{- range $run.extraEnv -}}
{{- if hasKey $seen .name -}}{{- $p = append $p (printf "%s: extraEnv names %s twice" $name .name) -}}{{- end -}}
{{- $_ := set $seen .name true -}}
{{- end -}}
{{- end -}}
{{- toYaml $p -}}
{{- end -}}

{{/* Probes that do not fit the times of a process (docs/design/architecture.md#time-ladder). Takes {name, run}. */}}
{{- define "pay.probeProblems" -}}
{{- $name := .name -}}
{{- $p := list -}}
{{- $seconds := dict -}}
{{- range $kind, $probe := .run.probes -}}
{{- $_ := set $seconds $kind (mul (int64 $probe.periodSeconds) (int64 $probe.failureThreshold)) -}}
{{- if gt (int64 $probe.timeoutSeconds) (int64 $probe.periodSeconds) -}}
{{- $p = append $p (printf "%s: probes.%s.timeoutSeconds %d is more than periodSeconds %d" $name $kind (int64 $probe.timeoutSeconds) (int64 $probe.periodSeconds)) -}}
{{- end -}}
{{- end -}}
{{- if lt $seconds.startup 600 -}}
{{- $p = append $p (printf "%s: probes.startup gives up after %d s: below 600 s a pod that waits for Postgres or the bus is ended again and again, and starts after longer and longer pauses" $name $seconds.startup) -}}
{{- end -}}
{{- if gt $seconds.startup (int64 .run.progressDeadlineSeconds) -}}
{{- $p = append $p (printf "%s: probes.startup lasts %d s, longer than progressDeadlineSeconds %d: a roll-out would be reported as failed that still starts" $name $seconds.startup (int64 .run.progressDeadlineSeconds)) -}}
{{- end -}}
{{- if gt $seconds.readiness 30 -}}
{{- $p = append $p (printf "%s: probes.readiness takes %d s until nothing is sent to a pod that does not answer: at most 30 s, as long as an ingress waits" $name $seconds.readiness) -}}
{{- end -}}
{{- if lt $seconds.liveness 10 -}}
{{- $p = append $p (printf "%s: probes.liveness ends a process after %d s: at least 10 s, since one that is busy may be late by seconds" $name $seconds.liveness) -}}
{{- end -}}
{{- if le $seconds.liveness $seconds.readiness -}}
{{- $p = append $p (printf "%s: probes.liveness ends a process after %d s, before probes.readiness keeps requests away after %d s" $name $seconds.liveness $seconds.readiness) -}}
{{- end -}}
{{- toYaml $p -}}
{{- end -}}

{{- define "pay.edgeProblems" -}}
{{- $p := list -}}
{{- $deadline := include "lib.milliseconds" .Values.settings.requestDeadline | int64 -}}
{{- if or (lt $deadline 1000) (gt $deadline 28000) -}}
{{- $p = append $p "settings.requestDeadline must be a time from 1s to 28s: its answer has to leave before a drain ends" -}}
{{- end -}}
{{- if .Values.ingress.enabled -}}
{{- if not .Values.ingress.host }}{{ $p = append $p "ingress.enabled needs ingress.host" }}{{ end -}}
{{- if and .Values.ingress.tls.enabled (not .Values.ingress.tls.secretName) -}}
{{- $p = append $p "ingress.tls.enabled needs ingress.tls.secretName: the Secret with the certificate" -}}
{{- end -}}
{{- if le (mul (int64 .Values.ingress.timeoutSeconds) 1000) $deadline -}}
{{- $p = append $p (printf "ingress.timeoutSeconds %d is not more than settings.requestDeadline %s: a request would be charged without an answer" (int64 .Values.ingress.timeoutSeconds) .Values.settings.requestDeadline) -}}
{{- end -}}
{{- end -}}
{{- if .Values.httpRoute.enabled -}}
{{- if not .Values.httpRoute.host }}{{ $p = append $p "httpRoute.enabled needs httpRoute.host" }}{{ end -}}
{{- if not .Values.httpRoute.parentRefs -}}
{{- $p = append $p "httpRoute.enabled needs httpRoute.parentRefs: the Gateway it hangs on" -}}
{{- end -}}
{{- if and .Values.ingress.enabled (ne .Values.ingress.host .Values.httpRoute.host) (not .Values.publicUrl) -}}
{{- $p = append $p (printf "ingress.host %s and httpRoute.host %s differ: name the one that merchants and payers use in publicUrl" .Values.ingress.host .Values.httpRoute.host) -}}
{{- end -}}
{{- if le (mul (int64 .Values.httpRoute.timeoutSeconds) 1000) $deadline -}}
{{- $p = append $p (printf "httpRoute.timeoutSeconds %d is not more than settings.requestDeadline %s: a request would be charged without an answer" (int64 .Values.httpRoute.timeoutSeconds) .Values.settings.requestDeadline) -}}
{{- end -}}
{{- end -}}
{{- if and .Values.traces.endpoint .Values.networkPolicy.enabled (not .Values.networkPolicy.collector) -}}
{{- $p = append $p "networkPolicy.collector is empty, so no span could reach traces.endpoint: name the collector's pods or addresses, or set networkPolicy.enabled=false" -}}
{{- end -}}
{{- if and .Values.traces.headers.existingSecret (not .Values.traces.endpoint) -}}
{{- $p = append $p "traces.headers.existingSecret does nothing while traces.endpoint is empty" -}}
{{- end -}}
{{- if lt (include "lib.milliseconds" .Values.settings.eventRetention | int64) 259200000 -}}
{{- $p = append $p "settings.eventRetention must be at least 72h, as long as a webhook is tried for" -}}
{{- end -}}
{{- if not .Values.acquirer.sandbox.enabled -}}
{{- if not (and .Values.acquirer.url .Values.acquirer.publicUrl) -}}
{{- $p = append $p "no acquirer is chosen: name yours in acquirer.url and acquirer.publicUrl, or set acquirer.sandbox.enabled=true for the simulated one, which merchants' Sandbox keys need" -}}
{{- end -}}
{{- end -}}
{{- if and .Values.tests.payment.enabled (not .Values.demoMerchant.enabled) (not .Values.tests.payment.existingSecret) -}}
{{- $p = append $p "helm test has no key: name a Sandbox key in tests.payment.existingSecret, or set tests.payment.enabled=false" -}}
{{- end -}}
{{- if and (eq (toString .Values.podMonitor.enabled) "true") (not (.Capabilities.APIVersions.Has "monitoring.coreos.com/v1")) -}}
{{- $p = append $p "podMonitor.enabled needs the Prometheus operator, whose monitoring.coreos.com/v1 this cluster does not have: install it first, or set podMonitor.enabled to auto or false (with helm template: --api-versions monitoring.coreos.com/v1)" -}}
{{- end -}}
{{- toYaml $p -}}
{{- end -}}

{{/* Every pool full, and one more pod of each service during a roll-out. */}}
{{- define "pay.connectionsNeeded" -}}
{{- $sum := 2 -}}
{{- range $name, $service := include "pay.services" . | fromYaml -}}
{{- $pods := include "pay.mostPods" (include "pay.run" (dict "root" $ "name" $name) | fromYaml) | int64 -}}
{{- $sum = add $sum (mul (int64 $service.connections) (add $pods 1)) -}}
{{- end -}}
{{- $sum -}}
{{- end -}}

{{- define "pay.connectionProblems" -}}
{{- $p := list -}}
{{- $needed := include "pay.connectionsNeeded" . | int64 -}}
{{- $there := sub (int64 .Values.postgresql.maxConnections) (int64 .Values.postgresql.reservedConnections) -}}
{{- if gt $needed $there -}}
{{- $p = append $p (printf "the pools of all pods, with one more of each service during a roll-out, are %d connections, and Postgres leaves %d (postgresql.maxConnections less reservedConnections): raise max_connections there and here, or run fewer pods; a pooler must be in session mode" $needed $there) -}}
{{- end -}}
{{- toYaml $p -}}
{{- end -}}
