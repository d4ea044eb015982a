{{/* Whole mebibytes of a quantity such as 256Mi, 1Gi or 500M; 0 for one that it does not know. */}}
{{- define "lib.mebibytes" -}}
{{- $text := toString . -}}
{{- if regexMatch "^[0-9]+Mi$" $text -}}{{- trimSuffix "Mi" $text -}}
{{- else if regexMatch "^[0-9]+Gi$" $text -}}{{- mul (trimSuffix "Gi" $text | int64) 1024 -}}
{{- else if regexMatch "^[0-9]+M$" $text -}}{{- div (mul (trimSuffix "M" $text | int64) 1000000) 1048576 -}}
{{- else if regexMatch "^[0-9]+G$" $text -}}{{- div (mul (trimSuffix "G" $text | int64) 1000000000) 1048576 -}}
{{- else -}}0{{- end -}}
{{- end -}}

{{/* Milliseconds of a time as our services read it: 500ms, 25s, 15m, 24h, 7d. */}}
{{- define "lib.milliseconds" -}}
{{- $number := regexFind "^[0-9]+" . | int64 -}}
{{- $unit := regexFind "[a-z]+$" . -}}
{{- mul $number (index (dict "ms" 1 "s" 1000 "m" 60000 "h" 3600000 "d" 86400000) $unit) -}}
{{- end -}}
