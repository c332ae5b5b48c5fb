package seal

import (
	"cmp"
	"encoding/pem"
	"fmt"
	"os"
	"strings"
	"sync/atomic"
	"time"
)

// Sealer seals files for the hooks, with the certificate that the environment names, or one that the hooks store.
type Sealer struct {
	// setting is os.Getenv.
	setting    func(string) string
	identity   atomic.Pointer[Identity]
	remote     *Remote
	timestamps *TimestampService
}

// NewSealer returns a Sealer without certificate; see Configure.
func NewSealer(setting func(string) string) *Sealer {
	s := &Sealer{setting: setting}
	if url := setting("SEAL_URL"); url != "" {
		s.remote = &Remote{setting: setting, url: strings.TrimRight(url, "/"), slots: make(chan struct{}, remoteCalls)}
	}
	if url := setting("TSA_URL"); url != "" {
		s.timestamps = &TimestampService{url: url}
		s.timestamps.tokenRoom.Store(firstTokenRoom)
	}
	return s
}

// Configure loads the certificate of the environment: SEAL_P12 and SEAL_PASSWORD, or SEAL_CERT and SEAL_KEY. A certificate that has ended is
// accepted, so that the server starts and says so. A remote key (SEAL_URL) is not called yet, because the server starts without its service.
func (s *Sealer) Configure() error {
	if s.remote != nil {
		if s.setting("SEAL_CREDENTIAL") == "" {
			return ErrFiles
		}
		return nil
	}
	file, err := readSetting(cmp.Or(s.setting("SEAL_P12"), s.setting("SEAL_CERT")))
	if err != nil {
		return ErrFiles
	}
	key, _ := readSetting(s.setting("SEAL_KEY"))
	identity, err := NewIdentity(file, parseKey(key), s.setting("SEAL_PASSWORD"))
	if err == nil {
		err = identity.Check(time.Now())
	}
	if err == nil || err == error(ErrExpired) {
		s.identity.Store(identity)
		return nil
	}
	return err
}

// readSetting returns the PEM text of a variable, or the content of the file that it names.
func readSetting(value string) ([]byte, error) {
	if block, _ := pem.Decode([]byte(value)); block != nil {
		return []byte(value), nil
	}
	return os.ReadFile(value)
}

// Certificate describes the certificate of the seals for pages; nil if there is none, or its service does not give it.
func (s *Sealer) Certificate() *Description {
	if current := s.Current(); current != nil && current.identity != nil {
		return current.identity.describe()
	}
	return nil
}

// CurrentSeal is the certificate with which documents are sealed now. Holder is empty if the service of a remote key does not give the certificate.
type CurrentSeal struct {
	Holder     string
	identity   *Identity
	err        error
	timestamps *TimestampService
}

// Current returns nil without certificate.
func (s *Sealer) Current() *CurrentSeal {
	current := &CurrentSeal{identity: s.identity.Load(), timestamps: s.timestamps}
	if s.remote != nil {
		current.identity, current.err = s.remote.open()
	} else if current.identity == nil {
		return nil
	}
	if current.identity != nil {
		current.Holder = current.identity.describe().Holder
	}
	return current
}

// Job is a file that is sealed while the hook continues.
type Job struct {
	done   chan struct{}
	result *Result
}

// Begin starts to seal a file.
func (c *CurrentSeal) Begin(pdf string) *Job {
	job := &Job{done: make(chan struct{}), result: &Result{Code: codeOf(c.err, "failed")}}
	if c.identity == nil {
		close(job.done)
		return job
	}
	go func() {
		defer close(job.done)
		// A panic would end the server.
		defer func() {
			if reason := recover(); reason != nil {
				job.result = &Result{Code: "failed", Message: fmt.Sprint(reason)}
			}
		}()
		job.result = Seal(pdf, c.identity, time.Now(), c.timestamps)
	}()
	return job
}

// Wait returns the result.
func (j *Job) Wait() *Result {
	<-j.done
	return j.result
}
