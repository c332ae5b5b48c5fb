package seal

import (
	"bytes"
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path"
	"slices"
	"strings"
	"sync"
	"testing"
)

// signingService is a service of the Cloud Signature Consortium's API 1.0.4 with one credential, «sello», whose PIN is 2468. It signs each hash
// that it has authorized, once.
type signingService struct {
	*httptest.Server
	mutex      sync.Mutex
	key        crypto.Signer
	chain      []*x509.Certificate
	authorized map[string]string
	tokens     int
	calls      []string
	// status replaces the response of a method.
	status map[string]int
}

func aSigningService(t *testing.T, key crypto.Signer) *signingService {
	s := &signingService{authorized: map[string]string{}, status: map[string]int{}}
	s.use(key)
	s.Server = httptest.NewServer(http.HandlerFunc(func(response http.ResponseWriter, request *http.Request) {
		s.mutex.Lock()
		defer s.mutex.Unlock()
		s.calls = append(s.calls, request.URL.Path)
		answer := s.answer(request)
		if status := s.status[request.URL.Path]; status != 0 {
			response.WriteHeader(status)
		} else if answer == nil {
			response.WriteHeader(http.StatusBadRequest)
			// Services repeat parameters in their errors.
			answer = map[string]any{"error": "invalid_request", "error_description": "PIN 2468, token-1"}
		}
		_ = json.NewEncoder(response).Encode(answer)
	}))
	t.Cleanup(s.Close)
	return s
}

// seen returns the paths of all calls.
func (s *signingService) seen() []string {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return slices.Clone(s.calls)
}

// respond replaces the responses to a method by a status; 0 ends this.
func (s *signingService) respond(method string, status int) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.status["/csc/v1/"+method] = status
}

// use changes the key of the credential and certifies it.
func (s *signingService) use(key crypto.Signer) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	authority := anAuthority()
	s.key, s.chain = key, []*x509.Certificate{certify("Empresa", key, authority, nil), authority.Certificate}
}

// answer returns the response to a valid request; otherwise nil.
func (s *signingService) answer(request *http.Request) any {
	if request.URL.Path == "/csc/v1/oauth2/token" {
		if request.FormValue("grant_type") != "client_credentials" || request.FormValue("client_id") != "oficina" || request.FormValue("client_secret") != "secreto" {
			return nil
		}
		s.tokens++
		return map[string]any{"access_token": fmt.Sprintf("token-%d", s.tokens), "token_type": "Bearer", "expires_in": 3600}
	}
	var body struct {
		CredentialID, Certificates, PIN, SAD, SignAlgo, HashAlgo string
		NumSignatures                                            int
		Hash                                                     [][]byte
	}
	isSigned := request.Header.Get("Authorization") == fmt.Sprintf("Bearer token-%d", s.tokens)
	if !isSigned || json.NewDecoder(request.Body).Decode(&body) != nil || body.CredentialID != "sello" {
		return nil
	}
	switch request.URL.Path {
	case "/csc/v1/credentials/info":
		var certificates [][]byte
		for _, one := range s.chain {
			certificates = append(certificates, one.Raw)
		}
		return map[string]any{"authMode": "explicit", "SCAL": "2", "cert": map[string]any{"certificates": certificates}}
	case "/csc/v1/credentials/authorize":
		if body.PIN != "2468" || body.NumSignatures != 1 || len(body.Hash) != 1 || len(body.Hash[0]) != 32 {
			return nil
		}
		sad := rand.Text()
		s.authorized[sad] = string(body.Hash[0])
		return map[string]any{"SAD": sad, "expiresIn": 3600}
	case "/csc/v1/signatures/signHash":
		algorithm := "1.2.840.10045.4.3.2"
		if _, isRSA := s.key.(*rsa.PrivateKey); isRSA {
			algorithm = "1.2.840.113549.1.1.11"
		}
		if len(body.Hash) != 1 || s.authorized[body.SAD] != string(body.Hash[0]) || body.SignAlgo != algorithm || body.HashAlgo != "2.16.840.1.101.3.4.2.1" {
			return nil
		}
		delete(s.authorized, body.SAD)
		return map[string]any{"signatures": [][]byte{must(s.key.Sign(rand.Reader, body.Hash[0], crypto.SHA256))}}
	}
	return nil
}

// sealer returns a sealer with the key of the service; change are further variables.
func (s *signingService) sealer(change map[string]string) *Sealer {
	environment := map[string]string{
		"SEAL_URL": s.URL + "/csc/v1/", "SEAL_CREDENTIAL": "sello", "SEAL_PIN": "2468", "SEAL_CLIENT_ID": "oficina", "SEAL_CLIENT_SECRET": "secreto",
	}
	for name, value := range change {
		environment[name] = value
	}
	return NewSealer(func(name string) string { return environment[name] })
}

// watchLog returns what is logged until the end of the test.
func watchLog(t *testing.T) *bytes.Buffer {
	var log bytes.Buffer
	usual := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&log, nil)))
	t.Cleanup(func() { slog.SetDefault(usual) })
	return &log
}

func TestRemoteKeySeals(t *testing.T) {
	for name, key := range map[string]crypto.Signer{"P-256": aKey(), "RSA": must(rsa.GenerateKey(rand.Reader, 2048))} {
		service := aSigningService(t, key)
		sealer := service.sealer(nil)
		if err := sealer.Configure(); err != nil || len(service.seen()) != 0 {
			t.Fatal(err, service.seen())
		}
		jobs := make([]*Job, 20)
		for index := range jobs {
			jobs[index] = sealer.Current().Begin(aPDF())
		}
		for _, job := range jobs {
			result := job.Wait()
			if result.Code != "" || result.Holder != "Empresa" {
				t.Fatal(name, result.Code, result.Message)
			}
			if said := signatureOf(t, result.PDF); !strings.Contains(said, "Signature is Valid") || !strings.Contains(said, "Total document signed") {
				t.Error(name, said)
			}
		}
		if description := sealer.Certificate(); description.Issuer != "Autoridad" || len(service.seen()) != 2+2*len(jobs) {
			t.Error(name, description, len(service.seen()))
		}
	}
}

func TestRemoteKeyWithFixedToken(t *testing.T) {
	service := aSigningService(t, aKey())
	if result := service.sealer(map[string]string{"SEAL_CLIENT_ID": "", "SEAL_TOKEN": "token-0"}).Current().Begin(aPDF()).Wait(); result.Code != "" {
		t.Error(result.Code, result.Message)
	}
	if slices.Contains(service.seen(), "/csc/v1/oauth2/token") {
		t.Error(service.seen())
	}
}

func TestRemoteKeyIsUnavailable(t *testing.T) {
	methods := []string{"oauth2/token", "credentials/info", "credentials/authorize", "signatures/signHash"}
	for index, method := range methods {
		for _, status := range []int{http.StatusServiceUnavailable, http.StatusTooManyRequests} {
			service := aSigningService(t, aKey())
			service.respond(method, status)
			sealer := service.sealer(nil)
			log := watchLog(t)
			// The second document does not call the service, and the log is not filled with one cause.
			for range 2 {
				if result := sealer.Current().Begin(aPDF()).Wait(); result.Code != "unavailable" || result.PDF != "" || len(service.seen()) != index+1 {
					t.Errorf("%s: %+v, %v", method, result, service.seen())
				}
			}
			if strings.Count(log.String(), fmt.Sprint(path.Base(method), ": status ", status)) != 1 {
				t.Error(method, log)
			}
			service.respond(method, 0)
			sealer.remote.pausedUntil.Store(0)
			if result := sealer.Current().Begin(aPDF()).Wait(); result.Code != "" {
				t.Errorf("%s: %+v", method, result)
			}
		}
	}
	service := aSigningService(t, aKey())
	service.Close()
	sealer := service.sealer(nil)
	if result := sealer.Current().Begin(aPDF()).Wait(); result.Code != "unavailable" || sealer.Certificate() != nil {
		t.Error(result)
	}
}

func TestRemoteKeyIsRefused(t *testing.T) {
	for _, change := range []map[string]string{
		{"SEAL_PIN": "1111"}, {"SEAL_CREDENTIAL": "otra"}, {"SEAL_CLIENT_SECRET": "no"}, {"SEAL_CLIENT_ID": "", "SEAL_TOKEN": "otro"},
	} {
		log := watchLog(t)
		result := aSigningService(t, aKey()).sealer(change).Current().Begin(aPDF()).Wait()
		if result.Code != "remote" || result.PDF != "" || !strings.Contains(log.String(), "status 400") {
			t.Errorf("%v: %+v %s", change, result, log)
		}
		for _, secret := range []string{"2468", "token-1", "secreto", "1111"} {
			if strings.Contains(log.String(), secret) {
				t.Errorf("the log has %s: %s", secret, log)
			}
		}
	}
	if err := aSigningService(t, aKey()).sealer(map[string]string{"SEAL_CREDENTIAL": ""}).Configure(); err != error(ErrFiles) {
		t.Error(err)
	}
	empty := aSigningService(t, aKey())
	empty.chain = nil
	if result := empty.sealer(nil).Current().Begin(aPDF()).Wait(); result.Code != "remote" {
		t.Error(result)
	}
}

// A few wrong PINs block the credential at the service.
func TestRemotePINIsNotRepeatedOnceRefused(t *testing.T) {
	service := aSigningService(t, aKey())
	sealer := service.sealer(map[string]string{"SEAL_PIN": "1111"})
	jobs := make([]*Job, 20)
	for range 2 {
		for index := range jobs {
			jobs[index] = sealer.Current().Begin(aPDF())
		}
		for _, job := range jobs {
			if result := job.Wait(); result.Code != "remote" && result.Code != "unavailable" {
				t.Error(result.Code, result.Message)
			}
		}
		sealer.remote.pausedUntil.Store(0)
	}
	if calls := service.seen(); strings.Count(strings.Join(calls, " "), "/authorize") != 1 {
		t.Error(calls)
	}
	if result := sealer.Current().Begin(aPDF()).Wait(); result.Code != "remote" {
		t.Error(result.Code)
	}
}

// A service that renews its key without notice signs the next document with the new certificate; no document gets a wrong signature.
func TestRemoteKeyIsRenewed(t *testing.T) {
	service := aSigningService(t, aKey())
	sealer := service.sealer(nil)
	if result := sealer.Current().Begin(aPDF()).Wait(); result.Code != "" {
		t.Fatal(result)
	}
	service.use(aKey())
	if result := sealer.Current().Begin(aPDF()).Wait(); result.Code != "remote" || result.PDF != "" {
		t.Error(result.Code, result.Message)
	}
	sealer.remote.pausedUntil.Store(0)
	if result := sealer.Current().Begin(aPDF()).Wait(); result.Code != "" || !strings.Contains(signatureOf(t, result.PDF), "Signature is Valid") {
		t.Error(result.Code, result.Message)
	}
}
