// Judges objects of CloudNativePG, YAML on stdin, as the operator's admission webhook does on their creation.
// What it refuses or warns of is a line on stderr. Exit 0 where there is none, else 1.
package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"k8s.io/apimachinery/pkg/util/yaml"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"
	strict "sigs.k8s.io/yaml"

	apiv1 "github.com/cloudnative-pg/cloudnative-pg/api/v1"
	webhookv1 "github.com/cloudnative-pg/cloudnative-pg/internal/webhook/v1"
	"github.com/cloudnative-pg/cloudnative-pg/pkg/utils"
)

func main() {
	// The cluster that is judged for has the resources of volume snapshots.
	utils.SetVolumeSnapshot(true)
	documents := yaml.NewYAMLReader(bufio.NewReader(os.Stdin))
	judged, failed := 0, false
	for {
		text, err := documents.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			fail("the documents cannot be read", err)
		}
		name, warnings, err := judge(text)
		if name == "" && err == nil {
			continue
		}
		judged++
		for _, warning := range warnings {
			fmt.Fprintf(os.Stderr, "%s: %s\n", name, warning)
		}
		if err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", name, err)
		}
		failed = failed || err != nil || len(warnings) > 0
	}
	if failed {
		os.Exit(1)
	}
	fmt.Printf("%d objects\n", judged)
}

// judge answers no name for what is not the operator's.
func judge(text []byte) (string, admission.Warnings, error) {
	var kind struct {
		APIVersion string `json:"apiVersion"`
		Kind       string `json:"kind"`
		Metadata   struct {
			Name string `json:"name"`
		} `json:"metadata"`
	}
	if err := strict.Unmarshal(text, &kind); err != nil {
		return "", nil, err
	}
	if kind.APIVersion != apiv1.SchemeGroupVersion.String() {
		return "", nil, nil
	}
	name := kind.Kind + "/" + kind.Metadata.Name
	ctx := context.Background()
	switch kind.Kind {
	case apiv1.ClusterKind:
		cluster := &apiv1.Cluster{}
		if err := strict.UnmarshalStrict(text, cluster); err != nil {
			return name, nil, err
		}
		cluster.Default()
		warnings, err := (&webhookv1.ClusterCustomValidator{}).ValidateCreate(ctx, cluster)
		return name, warnings, err
	case apiv1.BackupKind:
		backup := &apiv1.Backup{}
		if err := strict.UnmarshalStrict(text, backup); err != nil {
			return name, nil, err
		}
		warnings, err := (&webhookv1.BackupCustomValidator{}).ValidateCreate(ctx, backup)
		return name, warnings, err
	case "ScheduledBackup":
		scheduled := &apiv1.ScheduledBackup{}
		if err := strict.UnmarshalStrict(text, scheduled); err != nil {
			return name, nil, err
		}
		warnings, err := (&webhookv1.ScheduledBackupCustomValidator{}).ValidateCreate(ctx, scheduled)
		return name, warnings, err
	default:
		return name, nil, errors.New("nothing here judges this kind")
	}
}

func fail(what string, err error) {
	fmt.Fprintf(os.Stderr, "%s: %v\n", what, err)
	os.Exit(1)
}
