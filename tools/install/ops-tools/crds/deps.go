package crds

import _ "github.com/prometheus-operator/prometheus-operator/pkg/apis/monitoring/v1"
