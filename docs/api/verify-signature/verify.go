// Go: the standard library alone.
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

// Event is what was posted.
type Event struct {
	Type string          `json:"type"`
	Data json.RawMessage `json:"data"`
}

// Verify gives the event of a post; it fails when it was not signed with this secret in the last five minutes.
func Verify(secret string, headers http.Header, body []byte) (Event, error) {
	var event Event
	id, timestamp := headers.Get("webhook-id"), headers.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	age := time.Since(time.Unix(seconds, 0))
	if err != nil || age > 5*time.Minute || age < -5*time.Minute {
		return event, errors.New("too old")
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return event, err
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + timestamp + "."))
	mac.Write(body)
	expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	for _, signature := range strings.Split(headers.Get("webhook-signature"), " ") {
		if hmac.Equal([]byte(signature), []byte(expected)) {
			return event, json.Unmarshal(body, &event)
		}
	}
	return event, errors.New("wrong signature")
}

func main() {
	headers := http.Header{}
	headers.Set("webhook-id", os.Args[2])
	headers.Set("webhook-timestamp", os.Args[3])
	headers.Set("webhook-signature", os.Args[4])
	body, _ := io.ReadAll(os.Stdin)
	event, err := Verify(os.Args[1], headers, body)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(event.Type)
}
