package seal

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"crypto/x509/pkix"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/digitorus/timestamp"
	"software.sslmate.com/src/go-pkcs12"
)

// aPDF is a file in the form of the product's writer.
func aPDF() string {
	objects := []string{
		"<</Type/Catalog/Pages 2 0 R/Lang(es-CO)>>",
		"<</Type/Pages/Kids[4 0 R]/Count 1>>",
		"<</Length 0>>\nstream\n\nendstream",
		"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<<>>/Contents 3 0 R/Tabs/S>>",
		"<</Title(Carta)>>",
	}
	file, table := "%PDF-1.7\n%éééé\n", "xref\n0 6\n0000000000 65535 f \n"
	for index, object := range objects {
		table += fmt.Sprintf("%010d 00000 n \n", len(file))
		file += fmt.Sprintf("%d 0 obj\n%s\nendobj\n", index+1, object)
	}
	return fmt.Sprintf("%s%strailer\n<</Size 6/Root 1 0 R/Info 5 0 R/ID[<0a><0a>]>>\nstartxref\n%d\n%%%%EOF\n", file, table, len(file))
}

func must[Value any](value Value, err error) Value {
	if err != nil {
		panic(err)
	}
	return value
}

// certify returns a certificate of a key, signed by issuer, or by itself if issuer is nil.
func certify(name string, key crypto.Signer, issuer *Identity, change func(*x509.Certificate)) *x509.Certificate {
	template := &x509.Certificate{
		SerialNumber:          big.NewInt(time.Now().UnixNano()),
		Subject:               pkix.Name{CommonName: name},
		NotBefore:             time.Now().Add(-time.Hour),
		NotAfter:              time.Now().Add(time.Hour),
		KeyUsage:              x509.KeyUsageDigitalSignature,
		BasicConstraintsValid: true,
	}
	if change != nil {
		change(template)
	}
	parent, signer := template, key
	if issuer != nil {
		parent, signer = issuer.Certificate, issuer.Key
	}
	return must(x509.ParseCertificate(must(x509.CreateCertificate(rand.Reader, template, parent, key.Public(), signer))))
}

func anAuthority() *Identity {
	key := must(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))
	return &Identity{Key: key, Certificate: certify("Autoridad", key, nil, func(template *x509.Certificate) {
		template.IsCA, template.KeyUsage = true, x509.KeyUsageCertSign
	})}
}

func pemOf(certificates ...*x509.Certificate) []byte {
	var all []byte
	for _, one := range certificates {
		all = append(all, toPEM("CERTIFICATE", one.Raw)...)
	}
	return all
}

func secretOf(key crypto.Signer) []byte {
	return toPEM("PRIVATE KEY", must(x509.MarshalPKCS8PrivateKey(key)))
}

func anIdentity(key crypto.Signer) *Identity {
	authority := anAuthority()
	return must(NewIdentity(pemOf(authority.Certificate, certify("Empresa", key, authority, nil)), key, ""))
}

// sealed returns a sealed file; the seal must succeed.
func sealed(t *testing.T, key crypto.Signer, at time.Time, timestamps *TimestampService) *Result {
	t.Helper()
	result := Seal(aPDF(), anIdentity(key), at, timestamps)
	if result.Code != "" {
		t.Fatal(result.Code, result.Message)
	}
	return result
}

func aKey() crypto.Signer { return must(ecdsa.GenerateKey(elliptic.P256(), rand.Reader)) }

// signatureOf returns what pdfsig says of a file.
func signatureOf(t *testing.T, pdf string) string {
	t.Helper()
	if _, err := exec.LookPath("pdfsig"); err != nil {
		t.Skip("pdfsig is not installed")
	}
	file := filepath.Join(t.TempDir(), "sealed.pdf")
	if err := os.WriteFile(file, []byte(pdf), 0o600); err != nil {
		t.Fatal(err)
	}
	output, _ := exec.Command("pdfsig", "-nocert", file).CombinedOutput()
	return string(output)
}

func TestSealCoversTheWholeFileAndKeepsItsBeginning(t *testing.T) {
	keys := map[string]crypto.Signer{"P-256": aKey(), "RSA-2048": must(rsa.GenerateKey(rand.Reader, 2048)), "RSA-4096": must(rsa.GenerateKey(rand.Reader, 4096))}
	for name, key := range keys {
		pdf := sealed(t, key, time.Now(), nil).PDF
		if !strings.HasPrefix(pdf, aPDF()) {
			t.Errorf("%s: the original file is changed", name)
		}
		said := signatureOf(t, pdf)
		for _, part := range []string{"Signature is Valid", "Total document signed", "ETSI.CAdES.detached", "SHA-256", "Empresa"} {
			if !strings.Contains(said, part) {
				t.Errorf("%s: pdfsig does not say %q:\n%s", name, part, said)
			}
		}
		changed := strings.Replace(pdf, "612 792", "612 793", 1)
		if said := signatureOf(t, changed); !strings.Contains(said, "Digest Mismatch") {
			t.Errorf("%s: pdfsig accepts a changed file:\n%s", name, said)
		}
	}
}

func TestSealHasNoSigningTime(t *testing.T) {
	at := time.Now().In(time.FixedZone("", -5*3600))
	pdf := sealed(t, aKey(), at, nil).PDF
	if !strings.Contains(pdf, at.UTC().Format("/M(D:20060102150405Z)")) {
		t.Error("the dictionary lacks the time")
	}
	// Object identifiers of signing-time and signing-certificate-v2, in hexadecimal DER.
	if strings.Contains(pdf, "06092a864886f70d010905") || !strings.Contains(pdf, "060b2a864886f70d010910022f") {
		t.Error("the attributes are not those of PAdES")
	}
}

func TestSealRefusesForeignFiles(t *testing.T) {
	whole := aPDF()
	foreign := map[string]string{
		"nothing": "",
		"cut":     whole[:len(whole)-20],
		"sealed":  sealed(t, aKey(), time.Now(), nil).PDF,
		"root":    strings.Replace(whole, "/Root 1", "/Root 8", 1),
		"page":    strings.Replace(whole, "/Type/Page/", "/Type/Other/", 1),
	}
	for name, pdf := range foreign {
		if result := Seal(pdf, anIdentity(aKey()), time.Now(), nil); result.Code != "failed" || result.Message != errForeign.Error() || result.PDF != "" {
			t.Errorf("%s: %+v", name, result)
		}
	}
}

// aTimestampService answers with the time noon, or as change demands.
func aTimestampService(t *testing.T, change func(*timestamp.Timestamp) int) (*TimestampService, *atomic.Int64) {
	authority := anAuthority()
	key := aKey()
	certificate := certify("Hora", key, authority, func(template *x509.Certificate) {
		template.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageTimeStamping}
	})
	var calls atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(response http.ResponseWriter, request *http.Request) {
		calls.Add(1)
		query := must(timestamp.ParseRequest(must(io.ReadAll(request.Body))))
		answer := timestamp.Timestamp{
			HashAlgorithm: query.HashAlgorithm, HashedMessage: query.HashedMessage, Nonce: query.Nonce,
			Time: time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC), Policy: []int{1, 2, 3}, Ordering: true, AddTSACertificate: true,
			Certificates: []*x509.Certificate{authority.Certificate},
		}
		response.WriteHeader(change(&answer))
		_, _ = response.Write(must(answer.CreateResponseWithOpts(certificate, key, crypto.SHA256)))
	}))
	t.Cleanup(server.Close)
	environment := map[string]string{"TSA_URL": server.URL}
	return NewSealer(func(name string) string { return environment[name] }).timestamps, &calls
}

func TestSealAddsTimestamp(t *testing.T) {
	service, calls := aTimestampService(t, func(*timestamp.Timestamp) int { return http.StatusOK })
	// The first token does not fit.
	service.tokenRoom.Store(10)
	for range 2 {
		result := sealed(t, aKey(), time.Now(), service)
		if result.LacksTimestamp || result.StampedAt != "2026-11-29 12:00:00.000Z" {
			t.Fatal(result.StampedAt, result.Message)
		}
		if said := signatureOf(t, result.PDF); !strings.Contains(said, "Signature is Valid") {
			t.Error(said)
		}
	}
	if calls.Load() != 3 {
		t.Errorf("%d calls for two seals, the first of which lacks room once", calls.Load())
	}
}

func TestSealWithoutTimestampIfServiceFails(t *testing.T) {
	faults := map[string]func(*timestamp.Timestamp) int{
		"status": func(*timestamp.Timestamp) int { return http.StatusServiceUnavailable },
		"nonce":  func(answer *timestamp.Timestamp) int { answer.Nonce = big.NewInt(1); return http.StatusOK },
		"hash":   func(answer *timestamp.Timestamp) int { answer.HashedMessage = make([]byte, 32); return http.StatusOK },
	}
	for name, fault := range faults {
		service, calls := aTimestampService(t, fault)
		for index := range 2 {
			result := sealed(t, aKey(), time.Now(), service)
			if !result.LacksTimestamp || result.StampedAt != "" || (result.Message == "") != (index == 1) {
				t.Errorf("%s: %q %q", name, result.StampedAt, result.Message)
			}
			if said := signatureOf(t, result.PDF); !strings.Contains(said, "Signature is Valid") {
				t.Errorf("%s: %s", name, said)
			}
		}
		if calls.Load() != 1 {
			t.Errorf("%s: %d calls; the second document does not wait", name, calls.Load())
		}
	}
}

func TestCheckRefusesUnusableCertificates(t *testing.T) {
	now := time.Now()
	cases := []struct {
		want   Error
		key    crypto.Signer
		change func(*x509.Certificate)
	}{
		{"", aKey(), nil},
		{ErrExpired, aKey(), func(c *x509.Certificate) { c.NotAfter = now.Add(-time.Minute) }},
		{ErrEarly, aKey(), func(c *x509.Certificate) { c.NotBefore = now.Add(time.Minute) }},
		{ErrUsage, aKey(), func(c *x509.Certificate) { c.KeyUsage = x509.KeyUsageKeyEncipherment }},
		{ErrUsage, must(ecdsa.GenerateKey(elliptic.P384(), rand.Reader)), nil},
	}
	for _, given := range cases {
		identity := must(NewIdentity(pemOf(certify("Empresa", given.key, nil, given.change)), given.key, ""))
		if err := identity.Check(now); codeOf(err, "") != string(given.want) {
			t.Errorf("%q: %v", given.want, err)
		}
	}
}

// configured returns the code of a configuration with files of these contents.
func configured(t *testing.T, files map[string][]byte, password string) (*Sealer, string) {
	environment := map[string]string{"SEAL_PASSWORD": password}
	for variable, content := range files {
		environment[variable] = filepath.Join(t.TempDir(), variable)
		if err := os.WriteFile(environment[variable], content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	sealer := NewSealer(func(name string) string { return environment[name] })
	return sealer, codeOf(sealer.Configure(), "")
}

func TestConfigure(t *testing.T) {
	key := aKey()
	authority := anAuthority()
	certificate := certify("Empresa", key, authority, nil)
	secret := secretOf(key)
	other := secretOf(aKey())
	p12 := must(pkcs12.Modern.Encode(key, certificate, []*x509.Certificate{authority.Certificate}, "clave"))
	costly := must(pkcs12.Modern.WithIterations(maxIterations+1).Encode(key, certificate, nil, "clave"))
	expired := certify("Empresa", key, authority, func(c *x509.Certificate) { c.NotAfter = time.Now().Add(-time.Minute) })
	cases := []struct {
		files          map[string][]byte
		password, want string
	}{
		{map[string][]byte{"SEAL_CERT": pemOf(certificate), "SEAL_KEY": secret}, "", ""},
		{map[string][]byte{"SEAL_CERT": certificate.Raw, "SEAL_KEY": secret}, "", ""},
		{map[string][]byte{"SEAL_P12": p12}, "clave", ""},
		{map[string][]byte{"SEAL_P12": p12}, "otra", "password"},
		{map[string][]byte{"SEAL_P12": secret}, "", "files"},
		{map[string][]byte{"SEAL_P12": costly}, "clave", "files"},
		{map[string][]byte{"SEAL_CERT": pemOf(certificate), "SEAL_KEY": other}, "", "mismatch"},
		{map[string][]byte{"SEAL_CERT": pemOf(certificate), "SEAL_KEY": pemOf(certificate)}, "", "files"},
		{map[string][]byte{"SEAL_CERT": []byte("hola"), "SEAL_KEY": secret}, "", "files"},
		{map[string][]byte{"SEAL_CERT": pemOf(expired), "SEAL_KEY": secret}, "", ""},
		{map[string][]byte{"SEAL_CERT": pemOf(certificate)}, "", "files"},
	}
	for index, given := range cases {
		sealer, code := configured(t, given.files, given.password)
		if code != given.want {
			t.Errorf("case %d: %q, want %q", index, code, given.want)
		}
		description := sealer.Certificate()
		if (description != nil) != (given.want == "") {
			t.Errorf("case %d: %v", index, description)
		}
		if description != nil && (description.Holder != "Empresa" || description.Issuer != "Autoridad" || description.IsSelfMade || len(description.Fingerprint) != 64) {
			t.Errorf("case %d: %+v", index, description)
		}
	}
}

func TestBeginReportsFailures(t *testing.T) {
	if NewSealer(func(string) string { return "" }).Current() != nil {
		t.Error("seals without certificate")
	}
	sealer := NewSealer(func(string) string { return "" })
	sealer.identity.Store(anIdentity(aKey()))
	if result := sealer.Current().Begin("hola").Wait(); result.Code != "failed" || result.PDF != "" {
		t.Error(result)
	}
	if result := sealer.Current().Begin(aPDF()).Wait(); result.Code != "" || result.Holder != "Empresa" || result.LacksTimestamp {
		t.Error(result.Code, result.Message)
	}
	expired := anIdentity(aKey())
	expired.Certificate.NotAfter = time.Now().Add(-time.Minute)
	sealer.identity.Store(expired)
	if result := sealer.Current().Begin(aPDF()).Wait(); result.Code != "expired" {
		t.Error(result)
	}
}

func TestStoredKeysAreEncrypted(t *testing.T) {
	withSecret := func(secret string) *Sealer {
		return NewSealer(func(name string) string { return map[string]string{"ENCRYPTION_KEY": secret}[name] })
	}
	sealer := withSecret(strings.Repeat("a", 32))
	key := must(sealer.NewKey())
	made := must(sealer.MakeOwn(key, "Empresa Ñandú", "900.123.456-8", "CO"))
	if made.Key != key || strings.Contains(key, "PRIVATE") || sealer.Use(made.Certificates, key) != nil {
		t.Fatal(made)
	}
	if description := sealer.Certificate(); description.Holder != "Empresa Ñandú" || !description.IsSelfMade {
		t.Error(description)
	}
	if result := sealer.Current().Begin(aPDF()).Wait(); !strings.Contains(signatureOf(t, result.PDF), "Signature is Valid") {
		t.Error(result.Code)
	}
	if err := sealer.Use(made.Certificates, must(sealer.NewKey())); err != error(ErrMismatch) {
		t.Errorf("the key of another certificate: %v", err)
	}
	if err := withSecret(strings.Repeat("b", 32)).Use(made.Certificates, key); err != error(ErrSecret) {
		t.Errorf("another secret: %v", err)
	}
	short := withSecret(strings.Repeat("a", 31))
	if _, err := short.NewKey(); short.CanStore() || err != error(ErrSecret) {
		t.Error("stores a key with a short secret")
	}
	if sealer.Use("", "") != nil || sealer.Certificate() != nil {
		t.Error("still seals after the removal")
	}
}

// TestSealDocuments seals the files of a folder with the environment's certificate, for tests/engine/seal.test.ts.
func TestSealDocuments(t *testing.T) {
	folder := os.Getenv("SEAL_DOCUMENTS")
	if folder == "" {
		t.Skip("no folder of documents")
	}
	sealer := NewSealer(os.Getenv)
	if err := sealer.Configure(); err != nil {
		t.Fatal(err)
	}
	files := must(filepath.Glob(filepath.Join(folder, "*.pdf")))
	for _, file := range files {
		result := sealer.Current().Begin(string(must(os.ReadFile(file)))).Wait()
		if result.Code != "" || (result.StampedAt == "") != (os.Getenv("TSA_URL") == "") {
			t.Error(file, result.Code, result.Message, result.StampedAt)
		}
		if err := os.WriteFile(filepath.Join(os.Getenv("SEAL_INTO"), filepath.Base(file)), []byte(result.PDF), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func BenchmarkSeal(b *testing.B) {
	identity := anIdentity(must(rsa.GenerateKey(rand.Reader, 2048)))
	pdf := strings.Replace(aPDF(), "stream\n\nend", "stream\n"+strings.Repeat("<~abcdefghij~>\n", 3000)+"end", 1)
	for b.Loop() {
		Seal(pdf, identity, time.Now(), nil)
	}
}

func TestCertificateIsRemovedBeforeItSeals(t *testing.T) {
	sealer := NewSealer(func(string) string { return "" })
	sealer.identity.Store(anIdentity(aKey()))
	current := sealer.Current()
	_ = sealer.Use("", "")
	if result := current.Begin(aPDF()).Wait(); current.Holder != "Empresa" || result.Holder != "Empresa" || result.PDF == "" {
		t.Error(result.Code, result.Message)
	}
}
