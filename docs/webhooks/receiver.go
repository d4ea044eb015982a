// Receives webhooks with nothing but Go:  WEBHOOK_SECRET=whsec_… PORT=8080 go run receiver.go
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

const tolerance = 300 * time.Second

// whyRefused is empty where Flowlix-Signature is that of this secret over these bytes, made within five minutes;
// else it says why not.
func whyRefused(header string, rawBody []byte, secret string) string {
	timestamp := ""
	var given []string
	for _, part := range strings.Split(header, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		switch name {
		case "t":
			if timestamp == "" {
				timestamp = value
			}
		case "v1": // Several while a secret is being rolled: one that is right is enough.
			given = append(given, value)
		}
	}
	seconds, err := strconv.ParseUint(timestamp, 10, 40)
	if err != nil {
		return "no Flowlix-Signature with a time"
	}
	if time.Since(time.Unix(int64(seconds), 0)).Abs() > tolerance {
		return "too old: not signed within five minutes of this clock"
	}
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(timestamp + "."))
	mac.Write(rawBody)
	expected := hex.EncodeToString(mac.Sum(nil))
	for _, signature := range given {
		if hmac.Equal([]byte(signature), []byte(expected)) {
			return ""
		}
	}
	return "bad signature: another secret, or not the bytes as they came"
}

func main() {
	secret := os.Getenv("WEBHOOK_SECRET")
	port := os.Getenv("PORT")
	if port == "" {
		port = "8080"
	}
	var seen sync.Map // In your database: a table whose primary key is the event's id.
	receive := func(response http.ResponseWriter, request *http.Request) {
		rawBody, err := io.ReadAll(http.MaxBytesReader(response, request.Body, 2<<20))
		if err != nil {
			http.Error(response, "too long", http.StatusBadRequest)
			return
		}
		// What the answer says stands in the list of deliveries and in the workbench.
		if why := whyRefused(request.Header.Get("Flowlix-Signature"), rawBody, secret); why != "" {
			http.Error(response, why, http.StatusBadRequest)
			return
		}
		var event struct {
			ID   string          `json:"id"`
			Type string          `json:"type"`
			Data json.RawMessage `json:"data"`
		}
		if err := json.Unmarshal(rawBody, &event); err != nil || event.ID == "" || event.Type == "" {
			http.Error(response, "no event", http.StatusBadRequest)
			return
		}
		if _, known := seen.LoadOrStore(event.ID, true); !known {
			fmt.Println(event.ID, event.Type) // Keep the event, answer, and work on it afterwards.
		}
		response.WriteHeader(http.StatusNoContent)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:"+port)
	if err != nil {
		panic(err)
	}
	fmt.Println("listening on", listener.Addr().(*net.TCPAddr).Port)
	// Nobody keeps a connection by sending nothing.
	server := http.Server{Handler: http.HandlerFunc(receive), ReadTimeout: 30 * time.Second}
	panic(server.Serve(listener))
}
