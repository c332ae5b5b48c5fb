package seal

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"errors"
	"time"

	"github.com/pocketbase/pocketbase/tools/security"
)

const (
	// minSecret is the least length of SEAL_SECRET, which encrypts stored keys.
	minSecret = 32
	// selfMadeYears is the validity of a certificate that the server makes itself.
	selfMadeYears = 5
)

// Stored is what hooks store of a certificate or a request for one, or the reason why there is none.
type Stored struct {
	// Code is empty, an Error, or «failed».
	Code string
	// Key is encrypted.
	Key string
	// Request (PKCS #10) and Certificates are PEM.
	Request, Certificates string
}

// CanStore returns whether SEAL_SECRET can encrypt keys.
func (s *Sealer) CanStore() bool {
	_, err := s.secret()
	return err == nil
}

// Request makes a key and the request for its certificate, which an authority signs.
func (s *Sealer) Request(holder, id, country string) *Stored {
	return s.store(func(stored *Stored) (key crypto.Signer, err error) {
		if key, err = rsa.GenerateKey(rand.Reader, 2048); err != nil {
			return nil, err
		}
		request, err := x509.CreateCertificateRequest(rand.Reader, &x509.CertificateRequest{Subject: subject(holder, id, country)}, key)
		stored.Request = string(toPEM("CERTIFICATE REQUEST", request))
		return key, err
	})
}

// MakeOwn makes a key and a certificate that the key itself signs. Viewers say that its holder is unknown.
func (s *Sealer) MakeOwn(holder, id, country string) *Stored {
	return s.store(func(stored *Stored) (key crypto.Signer, err error) {
		if key, err = rsa.GenerateKey(rand.Reader, 2048); err != nil {
			return nil, err
		}
		now := time.Now()
		template := &x509.Certificate{
			Subject:   subject(holder, id, country),
			NotBefore: now.Add(-time.Minute),
			NotAfter:  now.AddDate(selfMadeYears, 0, 0),
			KeyUsage:  x509.KeyUsageDigitalSignature | x509.KeyUsageContentCommitment,
		}
		certificate, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
		stored.Certificates = string(toPEM("CERTIFICATE", certificate))
		return key, err
	})
}

// Import reads an uploaded file, in Base64: a PKCS #12 with its password, or certificates of a key. The key is PEM; if it is empty, the encrypted
// key of the request is used, and returned unchanged.
func (s *Sealer) Import(file, key, password, requested string) *Stored {
	return s.store(func(stored *Stored) (crypto.Signer, error) {
		data, err := base64.StdEncoding.DecodeString(file)
		if err != nil {
			return nil, ErrCertificate
		}
		secret := []byte(key)
		if key == "" && requested != "" {
			if secret, err = s.decrypt(requested); err != nil {
				return nil, err
			}
			stored.Key = requested
		}
		identity, err := NewIdentity(data, secret)
		if errors.Is(err, ErrCertificate) {
			stored.Key = ""
			identity, err = parseP12(data, password)
		}
		if err != nil {
			return nil, err
		}
		stored.Certificates = string(toPEM("CERTIFICATE", identity.Certificate.Raw))
		for _, issuer := range identity.Issuers {
			stored.Certificates += string(toPEM("CERTIFICATE", issuer.Raw))
		}
		return identity.Key, identity.Check(time.Now())
	})
}

// Use seals with a stored certificate; without certificates, with none. It returns an empty text or an Error. A certificate that has ended is
// accepted, so that the server starts and says so.
func (s *Sealer) Use(certificates, key string) string {
	if certificates == "" {
		s.identity.Store(nil)
		return ""
	}
	secret, err := s.decrypt(key)
	if err != nil {
		return string(ErrSecret)
	}
	identity, err := NewIdentity([]byte(certificates), secret)
	if err != nil {
		return string(ErrMismatch)
	}
	s.identity.Store(identity)
	return ""
}

// store encrypts the key that work returns, unless work has set the encrypted key.
func (s *Sealer) store(work func(*Stored) (crypto.Signer, error)) *Stored {
	stored := &Stored{}
	secret, err := s.secret()
	var key crypto.Signer
	if err == nil {
		key, err = work(stored)
	}
	var plain []byte
	if err == nil {
		plain, err = x509.MarshalPKCS8PrivateKey(key)
	}
	if err == nil && stored.Key == "" {
		stored.Key, err = security.Encrypt(toPEM("PRIVATE KEY", plain), secret)
	}
	if err != nil {
		return &Stored{Code: codeOf(err, "failed")}
	}
	return stored
}

func (s *Sealer) decrypt(key string) ([]byte, error) {
	secret, err := s.secret()
	if err != nil {
		return nil, err
	}
	plain, err := security.Decrypt(key, secret)
	if err != nil {
		return nil, ErrSecret
	}
	return plain, nil
}

// secret returns the key of the cipher, 32 bytes.
func (s *Sealer) secret() (string, error) {
	setting := s.setting("SEAL_SECRET")
	if len(setting) < minSecret {
		return "", ErrSecret
	}
	hash := sha256.Sum256([]byte(setting))
	return string(hash[:]), nil
}

// subject returns the name of a certificate's holder, in at most 64 letters (X.520).
func subject(holder, id, country string) pkix.Name {
	letters := []rune(holder)
	holder = string(letters[:min(len(letters), 64)])
	return pkix.Name{CommonName: holder, Organization: []string{holder}, Country: []string{country}, SerialNumber: id}
}
