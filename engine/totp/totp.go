// Package totp checks time-based one-time passwords (RFC 6238) with the values that all apps support: six digits, 30 seconds and SHA-1.
package totp

import (
	"crypto/hmac"
	"crypto/sha1"
	"crypto/subtle"
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"time"
)

const stepSeconds = 30

// FindStep returns the step whose code it is, counted from 1970, or 0. The clock of the telephone may be one step fast or slow. `secret` is in Base32.
func FindStep(secret, code string, now time.Time) int64 {
	key, err := base32.StdEncoding.DecodeString(secret)
	if err != nil || len(key) == 0 {
		return 0
	}
	current, found := now.Unix()/stepSeconds, 0
	for step := current - 1; step <= current+1; step++ {
		isCode := subtle.ConstantTimeCompare([]byte(codeOf(key, step)), []byte(code))
		found = subtle.ConstantTimeSelect(isCode, int(step), found)
	}
	return int64(found)
}

// codeOf returns the code of a step (RFC 4226, 5.3).
func codeOf(key []byte, step int64) string {
	mac := hmac.New(sha1.New, key)
	_ = binary.Write(mac, binary.BigEndian, step)
	hash := mac.Sum(nil)
	at := hash[len(hash)-1] & 15
	return fmt.Sprintf("%06d", binary.BigEndian.Uint32(hash[at:])&0x7fffffff%1_000_000)
}
