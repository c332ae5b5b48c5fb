package totp

import (
	"encoding/base32"
	"testing"
	"time"
)

// secret is the key of RFC 6238, appendix B.
var secret = base32.StdEncoding.EncodeToString([]byte("12345678901234567890"))

func TestFindStep(t *testing.T) {
	// The last six of the eight digits in RFC 6238, appendix B.
	for at, code := range map[int64]string{
		1111111109: "081804", 1111111111: "050471", 1234567890: "005924", 2000000000: "279037", 20000000000: "353130",
	} {
		step := at / 30
		for _, clock := range []struct {
			second int64
			step   int64
		}{{at, step}, {step*30 - 30, step}, {step*30 + 59, step}, {step*30 - 31, 0}, {step*30 + 60, 0}} {
			if found := FindStep(secret, code, time.Unix(clock.second, 0)); found != clock.step {
				t.Errorf("the code of second %d is found at second %d as step %d", at, clock.second, found)
			}
		}
	}
	if found := FindStep(secret, "287082", time.Unix(59, 0)); found != 1 {
		t.Error("the first code is found as step", found)
	}
	for _, wrong := range [][2]string{{secret, ""}, {secret, "28708"}, {secret, "2870820"}, {"", "287082"}, {"1", "287082"}} {
		if found := FindStep(wrong[0], wrong[1], time.Unix(59, 0)); found != 0 {
			t.Errorf("%q is accepted", wrong)
		}
	}
}
