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

// FindStep returns the time step of a valid code: the number of periods of 30 s since 1970. It returns 0 if the code is wrong. Codes of the previous and
// the next step are also valid, because the clock of the telephone may be fast or slow. `secret` is in Base32.
func FindStep(secret, code string, now time.Time) int64 {
	key, err := base32.StdEncoding.DecodeString(secret)
	if err != nil || len(key) == 0 {
		return 0
	}
	current, found := now.Unix()/stepSeconds, 0
	for step := current - 1; step <= current+1; step++ {
		isCode := subtle.ConstantTimeCompare([]byte(generateCode(key, step)), []byte(code))
		found = subtle.ConstantTimeSelect(isCode, int(step), found)
	}
	return int64(found)
}

// generateCode returns the six digits of a time step (RFC 4226, section 5.3).
func generateCode(key []byte, step int64) string {
	mac := hmac.New(sha1.New, key)
	_ = binary.Write(mac, binary.BigEndian, step)
	hash := mac.Sum(nil)
	at := hash[len(hash)-1] & 15
	return fmt.Sprintf("%06d", binary.BigEndian.Uint32(hash[at:])&0x7fffffff%1_000_000)
}
