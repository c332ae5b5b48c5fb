package seal

import (
	"bytes"
	"crypto"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/big"
	"sync/atomic"
	"time"

	"formatos/engine/outbound"

	"github.com/digitorus/timestamp"
)

const (
	timestampSeconds  = 5
	timestampMaxBytes = 65_536
	// firstTokenRoom is the number of bytes reserved for a token until the service has given one.
	firstTokenRoom = 6_000
	// timestampPause is the time without calls after a failure, so that documents of a batch do not wait for the service one by one.
	timestampPause = 10 * time.Second
)

// errPaused is the error of all documents but the first that a failure of the service concerns.
var errPaused = errors.New("the timestamp service failed a moment ago")

// TimestampService gives timestamps (RFC 3161).
type TimestampService struct {
	// url may have a user name and a password.
	url string
	// tokenRoom is the number of bytes to reserve for a token.
	tokenRoom atomic.Int64
	// pausedUntil is the end of the pause after a failure, in ms.
	pausedUntil atomic.Int64
}

// stamp returns the timestamp of a signature.
func (t *TimestampService) stamp(signature []byte) (*timestamp.Timestamp, error) {
	if time.Now().UnixMilli() < t.pausedUntil.Load() {
		return nil, errPaused
	}
	token, err := t.request(sha256.Sum256(signature))
	if err != nil {
		t.pausedUntil.Store(time.Now().Add(timestampPause).UnixMilli())
		return nil, err
	}
	t.tokenRoom.Store(max(t.tokenRoom.Load(), int64(len(token.RawToken))+64))
	return token, nil
}

func (t *TimestampService) request(hash [32]byte) (*timestamp.Timestamp, error) {
	nonce := new(big.Int).SetBytes([]byte(rand.Text()))
	request := timestamp.Request{HashAlgorithm: crypto.SHA256, HashedMessage: hash[:], Certificates: true, Nonce: nonce}
	query, err := request.Marshal()
	if err != nil {
		return nil, err
	}
	headers := map[string]string{"Content-Type": "application/timestamp-query"}
	call := outbound.Call{Method: "POST", URL: t.url, Headers: headers, Body: string(query), Seconds: timestampSeconds, MaxBytes: timestampMaxBytes}
	answer := outbound.Do(call)
	if answer.Error != "" {
		return nil, errors.New(answer.Message)
	}
	if answer.Status != 200 {
		return nil, fmt.Errorf("the timestamp service responded with status %d", answer.Status)
	}
	token, err := timestamp.ParseResponse(answer.Bytes)
	if err == nil && (!bytes.Equal(token.HashedMessage, hash[:]) || token.Nonce == nil || token.Nonce.Cmp(nonce) != 0) {
		err = errors.New("the timestamp is that of another signature")
	}
	return token, err
}
