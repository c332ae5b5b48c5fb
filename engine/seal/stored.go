package seal

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"time"

	"github.com/pocketbase/pocketbase/tools/security"
)

const (
	// minSecret is the least length of ENCRYPTION_KEY, which encrypts stored keys.
	minSecret = 32
	// selfMadeYears is the validity of a certificate that the server makes itself.
	selfMadeYears = 5
)

// Stored is what hooks store of a certificate. Key is encrypted, and Certificates are PEM.
type Stored struct {
	Key, Certificates string
}

// CanStore returns whether ENCRYPTION_KEY can encrypt keys.
func (s *Sealer) CanStore() bool {
	_, err := s.secret()
	return err == nil
}

// NewKey makes a key of RSA, and returns it encrypted.
func (s *Sealer) NewKey() (string, error) {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		return "", err
	}
	return s.encrypt(key)
}

// Request makes the request (PKCS #10, PEM) for the certificate of a stored key, which an authority signs.
func (s *Sealer) Request(key, holder, id, country string) (string, error) {
	signer, err := s.decrypt(key)
	if err != nil {
		return "", err
	}
	request, err := x509.CreateCertificateRequest(rand.Reader, &x509.CertificateRequest{Subject: subject(holder, id, country)}, signer)
	return string(toPEM("CERTIFICATE REQUEST", request)), err
}

// MakeOwn makes a certificate of a stored key that the key itself signs. Viewers say that its holder is unknown.
func (s *Sealer) MakeOwn(key, holder, id, country string) (*Stored, error) {
	signer, err := s.decrypt(key)
	if err != nil {
		return nil, err
	}
	now := time.Now()
	template := &x509.Certificate{
		Subject:   subject(holder, id, country),
		NotBefore: now.Add(-time.Minute),
		NotAfter:  now.AddDate(selfMadeYears, 0, 0),
		KeyUsage:  x509.KeyUsageDigitalSignature | x509.KeyUsageContentCommitment,
	}
	certificate, err := x509.CreateCertificate(rand.Reader, template, template, signer.Public(), signer)
	return &Stored{Key: key, Certificates: string(toPEM("CERTIFICATE", certificate))}, err
}

// Import reads an uploaded file, in Base64: a PKCS #12 with its password, or certificates and their key in PEM. If the file has no key, the
// stored key is used.
func (s *Sealer) Import(file, password, key string) (*Stored, error) {
	data, err := base64.StdEncoding.DecodeString(file)
	if err != nil {
		return nil, ErrFiles
	}
	signer := parseKey(data)
	if signer == nil && key != "" {
		if signer, err = s.decrypt(key); err != nil {
			return nil, err
		}
	}
	identity, err := NewIdentity(data, signer, password)
	if err == nil {
		err = identity.Check(time.Now())
	}
	if err != nil {
		return nil, err
	}
	certificates := toPEM("CERTIFICATE", identity.Certificate.Raw)
	for _, issuer := range identity.Issuers {
		certificates = append(certificates, toPEM("CERTIFICATE", issuer.Raw)...)
	}
	encrypted, err := s.encrypt(identity.Key)
	return &Stored{Key: encrypted, Certificates: string(certificates)}, err
}

// Use seals with a stored certificate; without certificates, with none. A certificate that has ended is accepted, so that the server starts and
// says so.
func (s *Sealer) Use(certificates, key string) error {
	if certificates == "" {
		s.identity.Store(nil)
		return nil
	}
	signer, err := s.decrypt(key)
	if err != nil {
		return err
	}
	identity, err := NewIdentity([]byte(certificates), signer, "")
	if err == nil {
		s.identity.Store(identity)
	}
	return err
}

func (s *Sealer) encrypt(key crypto.Signer) (string, error) {
	secret, err := s.secret()
	if err != nil {
		return "", err
	}
	plain, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return "", err
	}
	return security.Encrypt(toPEM("PRIVATE KEY", plain), secret)
}

func (s *Sealer) decrypt(key string) (crypto.Signer, error) {
	secret, err := s.secret()
	if err != nil {
		return nil, err
	}
	plain, err := security.Decrypt(key, secret)
	if err != nil {
		return nil, ErrSecret
	}
	return parseKey(plain), nil
}

// secret returns the key of the cipher, 32 bytes.
func (s *Sealer) secret() (string, error) {
	setting := s.setting("ENCRYPTION_KEY")
	if len(setting) < minSecret {
		return "", ErrSecret
	}
	hash := sha256.Sum256([]byte(setting))
	return string(hash[:]), nil
}

func subject(holder, id, country string) pkix.Name {
	return pkix.Name{CommonName: holder, Organization: []string{holder}, Country: []string{country}, SerialNumber: id}
}
