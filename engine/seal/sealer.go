package seal

import (
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

// Configure loads the certificate of the environment: SEAL_P12 and SEAL_PASSWORD, or SEAL_CERT and SEAL_KEY. It returns an Error, or an empty
// text. A certificate that has ended is accepted, so that the server starts and says so. A remote key (SEAL_URL) is not called yet, because the
// server starts without its service.
func (s *Sealer) Configure() string {
	if s.remote != nil {
		if s.setting("SEAL_CREDENTIAL") == "" {
			return string(ErrFiles)
		}
		return ""
	}
	identity, err := s.fromEnvironment()
	if identity != nil && err == nil {
		err = identity.Check(time.Now())
	}
	if err == nil || err == error(ErrExpired) {
		s.identity.Store(identity)
		return ""
	}
	return codeOf(err, ErrFiles)
}

func (s *Sealer) fromEnvironment() (*Identity, error) {
	if file := s.setting("SEAL_P12"); file != "" {
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		return parseP12(data, s.setting("SEAL_PASSWORD"))
	}
	certificates, key := s.setting("SEAL_CERT"), s.setting("SEAL_KEY")
	if certificates == "" && key == "" {
		return nil, nil
	}
	publicPart, err := readSetting(certificates)
	if err != nil {
		return nil, err
	}
	secret, err := readSetting(key)
	if err != nil {
		return nil, err
	}
	return NewIdentity(publicPart, secret)
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
	identity := s.identity.Load()
	if s.remote != nil {
		if session, err := s.remote.open(); err == nil {
			identity = session.identity
		}
	}
	if identity == nil {
		return nil
	}
	return identity.describe()
}

// Job is a file that is sealed while the hook continues.
type Job struct {
	done   chan struct{}
	result *Result
}

// Begin starts to seal a file with the present certificate, also if it is removed meanwhile; it returns nil without certificate.
func (s *Sealer) Begin(pdf string) *Job {
	local := s.identity.Load()
	if s.remote == nil && local == nil {
		return nil
	}
	job := &Job{done: make(chan struct{})}
	go func() {
		defer close(job.done)
		// A panic would end the server.
		defer func() {
			if reason := recover(); reason != nil {
				job.result = &Result{Code: "failed", Message: fmt.Sprint(reason)}
			}
		}()
		job.result = s.seal(pdf, local)
	}()
	return job
}

// seal seals with a local identity, or with that of the remote key.
func (s *Sealer) seal(pdf string, identity *Identity) *Result {
	if s.remote != nil {
		session, err := s.remote.open()
		if err != nil {
			return &Result{Code: codeOf(err, "failed")}
		}
		identity = session.identity
	}
	return Seal(pdf, identity, time.Now(), s.timestamps)
}

// Wait returns the result.
func (j *Job) Wait() *Result {
	<-j.done
	return j.result
}
