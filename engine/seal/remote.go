package seal

import (
	"bytes"
	"cmp"
	"crypto"
	"crypto/ecdsa"
	"crypto/rsa"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/url"
	"path"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"formatos/engine/outbound"
)

const (
	remoteSeconds  = 10
	remoteMaxBytes = 262_144
	// remoteCalls is the number of signatures that the service makes at the same time.
	remoteCalls = 8
	// remotePause is the time without calls after a failure, so that documents do not wait for the service one by one.
	remotePause = 10 * time.Second
	// sessionSeconds is the validity of a session whose token has no other one.
	sessionSeconds = 3_600
)

// Remote is a service that keeps the key and signs hashes (API of the Cloud Signature Consortium, version 1.0.4).
type Remote struct {
	// setting is os.Getenv.
	setting func(string) string
	// url is the base of the API, which has no slash at its end.
	url     string
	slots   chan struct{}
	opening sync.Mutex
	session atomic.Pointer[remoteSession]
	// firstUse admits one call at a time until the service has accepted the PIN.
	firstUse              sync.Mutex
	isAccepted, isRefused atomic.Bool
	// pausedUntil is the end of the pause after a failure, in ms.
	pausedUntil atomic.Int64
}

// remoteSession is the access to the key until its token ends or a call fails. It is the crypto.Signer of its identity.
type remoteSession struct {
	*Remote
	identity *Identity
	token    string
	ends     time.Time
}

// open returns the identity of the current session, or of a new one with the certificate that the service then has.
func (r *Remote) open() (*Identity, error) {
	r.opening.Lock()
	defer r.opening.Unlock()
	if session := r.session.Load(); session != nil && time.Now().Before(session.ends) {
		return session.identity, nil
	}
	token := struct {
		Value   string `json:"access_token"`
		Seconds int    `json:"expires_in"`
	}{Value: r.setting("SEAL_TOKEN")}
	if client := r.setting("SEAL_CLIENT_ID"); client != "" {
		form := url.Values{"grant_type": {"client_credentials"}, "client_id": {client}, "client_secret": {r.setting("SEAL_CLIENT_SECRET")}}
		headers := map[string]string{"Content-Type": "application/x-www-form-urlencoded"}
		address := cmp.Or(r.setting("SEAL_TOKEN_URL"), r.url+"/oauth2/token")
		if err := r.post(address, headers, form.Encode(), &token); err != nil {
			return nil, err
		}
	}
	// Ends early, because calls take time.
	validity := time.Duration(cmp.Or(token.Seconds, sessionSeconds)) * time.Second * 9 / 10
	session := &remoteSession{Remote: r, token: token.Value, ends: time.Now().Add(validity)}
	var info struct {
		Cert struct{ Certificates [][]byte }
	}
	if err := session.call("credentials/info", map[string]any{"certificates": "chain"}, &info); err != nil {
		return nil, err
	}
	chain, err := parseCertificates(bytes.Join(info.Cert.Certificates, nil))
	if err != nil || len(chain) == 0 {
		return nil, r.fail(ErrRemote, "the credential has no readable certificate")
	}
	session.identity = &Identity{Certificate: chain[0], Issuers: slices.DeleteFunc(chain[1:], isSelfSigned), Key: session}
	r.session.Store(session)
	return session.identity, nil
}

func (s *remoteSession) Public() crypto.PublicKey { return s.identity.Certificate.PublicKey }

// Sign returns the signature of a SHA-256 hash. The service authorizes each signature, for this hash alone.
func (s *remoteSession) Sign(_ io.Reader, hash []byte, _ crypto.SignerOpts) ([]byte, error) {
	s.slots <- struct{}{}
	defer func() { <-s.slots }()
	if !s.isAccepted.Load() {
		s.firstUse.Lock()
		defer s.firstUse.Unlock()
	}
	if s.isRefused.Load() {
		return nil, ErrRemote
	}
	order := map[string]any{"hash": [][]byte{hash}, "numSignatures": 1}
	if pin := s.setting("SEAL_PIN"); pin != "" {
		order["PIN"] = pin
	}
	var answer struct {
		SAD        string
		Signatures [][]byte
	}
	if err := s.call("credentials/authorize", order, &answer); err != nil {
		// Does not repeat a PIN that was refused at its first use, because a few wrong ones block the credential.
		s.isRefused.Store(err == error(ErrRemote) && !s.isAccepted.Load())
		return nil, err
	}
	s.isAccepted.Store(true)
	// Object identifiers of SHA-256, ecdsa-with-SHA256 and sha256WithRSAEncryption.
	order = map[string]any{"hash": [][]byte{hash}, "hashAlgo": "2.16.840.1.101.3.4.2.1", "signAlgo": "1.2.840.10045.4.3.2", "SAD": answer.SAD}
	if _, isRSA := s.Public().(*rsa.PublicKey); isRSA {
		order["signAlgo"] = "1.2.840.113549.1.1.11"
	}
	if err := s.call("signatures/signHash", order, &answer); err != nil {
		return nil, err
	}
	signature := bytes.Join(answer.Signatures, nil)
	if !verifies(s.Public(), hash, signature) {
		return nil, s.fail(ErrRemote, "the signature is not that of the certificate")
	}
	return signature, nil
}

func verifies(public crypto.PublicKey, hash, signature []byte) bool {
	switch key := public.(type) {
	case *rsa.PublicKey:
		return rsa.VerifyPKCS1v15(key, crypto.SHA256, hash, signature) == nil
	case *ecdsa.PublicKey:
		return ecdsa.VerifyASN1(key, hash, signature)
	}
	return false
}

// call calls a method of the service for the credential and decodes its response into answer.
func (s *remoteSession) call(method string, parameters map[string]any, answer any) error {
	parameters["credentialID"] = s.setting("SEAL_CREDENTIAL")
	body, err := json.Marshal(parameters)
	if err != nil {
		return err
	}
	headers := map[string]string{"Content-Type": "application/json"}
	if s.token != "" {
		headers["Authorization"] = "Bearer " + s.token
	}
	return s.post(s.url+"/"+method, headers, string(body), answer)
}

// post returns ErrUnavailable if the service does not respond, and ErrRemote if it refuses the call. The log is without the response, which may
// have a token.
func (r *Remote) post(address string, headers map[string]string, body string, answer any) error {
	if time.Now().UnixMilli() < r.pausedUntil.Load() {
		return ErrUnavailable
	}
	call := outbound.Call{Method: "POST", URL: address, Headers: headers, Body: body, Seconds: remoteSeconds, MaxBytes: remoteMaxBytes}
	response := outbound.Do(call)
	switch {
	case response.Error != "":
		return r.fail(ErrUnavailable, response.Message)
	case response.Status >= 500 || response.Status == 429:
		return r.fail(ErrUnavailable, fmt.Sprintf("%s: status %d", path.Base(address), response.Status))
	case response.Status != 200 || json.Unmarshal(response.Bytes, answer) != nil:
		return r.fail(ErrRemote, fmt.Sprintf("%s: status %d", path.Base(address), response.Status))
	}
	return nil
}

// fail ends the session, starts the pause and logs the cause. It returns err.
func (r *Remote) fail(err Error, cause string) error {
	r.session.Store(nil)
	r.pausedUntil.Store(time.Now().Add(remotePause).UnixMilli())
	slog.Error("sello: falló el servicio que guarda la clave.", "cause", cause)
	return err
}
