package seal

import (
	"bytes"
	"cmp"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"math/big"
	"strings"
	"time"

	"software.sslmate.com/src/go-pkcs12"
)

// Error is a reason why a certificate cannot seal: the end of an error code of the hooks, `seal.<Error>`.
type Error string

func (e Error) Error() string { return string(e) }

// codeOf returns the code of an error, or another one if the error is no Error.
func codeOf(err error, other Error) string {
	errors.As(err, &other)
	return string(other)
}

// Reasons why a certificate cannot seal.
const (
	ErrFiles       Error = "files"
	ErrCertificate Error = "certificate"
	ErrKey         Error = "key"
	ErrMismatch    Error = "mismatch"
	ErrPassword    Error = "password"
	ErrKind        Error = "kind"
	ErrUsage       Error = "usage"
	ErrExpired     Error = "expired"
	ErrEarly       Error = "early"
	ErrSecret      Error = "secret"
	// ErrRemote is the error of a remote key whose service refuses, and ErrUnavailable that of one that does not respond.
	ErrRemote      Error = "remote"
	ErrUnavailable Error = "unavailable"
)

// Identity is the certificate of a seal and its private key.
type Identity struct {
	Certificate *x509.Certificate
	// Issuers are the certificates of the issuers, without those that signed themselves.
	Issuers []*x509.Certificate
	Key     crypto.Signer
}

// NewIdentity returns the identity of a private key in PEM. certificates are PEM or one in DER; one of them is that of the key.
func NewIdentity(certificates, key []byte) (*Identity, error) {
	all, err := parseCertificates(certificates)
	if err != nil {
		return nil, err
	}
	identity, failure := &Identity{}, ErrCertificate
	for _, one := range all {
		pair, err := tls.X509KeyPair(toPEM("CERTIFICATE", one.Raw), key)
		switch {
		case err == nil:
			identity.Certificate, identity.Key = one, pair.PrivateKey.(crypto.Signer)
		case strings.Contains(err.Error(), "does not match"):
			failure = ErrMismatch
		default:
			failure = ErrKey
		}
		if err != nil && !isSelfSigned(one) {
			identity.Issuers = append(identity.Issuers, one)
		}
	}
	if identity.Certificate == nil {
		return nil, failure
	}
	return identity, nil
}

// parseP12 returns the identity in a file with certificates and a key (PKCS #12).
func parseP12(data []byte, password string) (*Identity, error) {
	if exceedsIterations(data) {
		return nil, ErrKey
	}
	key, certificate, issuers, err := pkcs12.DecodeChain(data, password)
	if errors.Is(err, pkcs12.ErrIncorrectPassword) {
		return nil, ErrPassword
	}
	if err != nil {
		return nil, ErrKey
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, err
	}
	all := toPEM("CERTIFICATE", certificate.Raw)
	for _, one := range issuers {
		all = append(all, toPEM("CERTIFICATE", one.Raw)...)
	}
	return NewIdentity(all, toPEM("PRIVATE KEY", secret))
}

// maxIterations limits the processor time for a password. Usual files need 2,000 to 600,000 iterations.
const maxIterations = 1_000_000

// exceedsIterations returns whether a P12 (DER) has a number above maxIterations after an octet string: salt and iterations of a password.
func exceedsIterations(der []byte) bool {
	var value asn1.RawValue
	for afterSalt := false; len(der) > 0; afterSalt = value.Tag == asn1.TagOctetString {
		rest, err := asn1.Unmarshal(der, &value)
		if err != nil {
			return false
		}
		if value.Tag == asn1.TagInteger && afterSalt && new(big.Int).SetBytes(value.Bytes).Cmp(big.NewInt(maxIterations)) > 0 {
			return true
		}
		// Octet strings may contain DER.
		if (value.IsCompound || value.Tag == asn1.TagOctetString) && exceedsIterations(value.Bytes) {
			return true
		}
		der = rest
	}
	return false
}

func toPEM(kind string, data []byte) []byte {
	return pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: data})
}

func parseCertificates(data []byte) ([]*x509.Certificate, error) {
	var der []byte
	for block, rest := pem.Decode(data); block != nil; block, rest = pem.Decode(rest) {
		if block.Type == "CERTIFICATE" {
			der = append(der, block.Bytes...)
		}
	}
	if der == nil {
		der = data
	}
	all, err := x509.ParseCertificates(der)
	if err != nil {
		return nil, ErrCertificate
	}
	return all, nil
}

// Check returns an error unless the identity can seal at a time.
func (id *Identity) Check(at time.Time) error {
	usage := id.Certificate.KeyUsage
	switch {
	case !isSupported(id.Certificate.PublicKey):
		return ErrKind
	case usage != 0 && usage&(x509.KeyUsageDigitalSignature|x509.KeyUsageContentCommitment) == 0:
		return ErrUsage
	case at.After(id.Certificate.NotAfter):
		return ErrExpired
	case at.Before(id.Certificate.NotBefore):
		return ErrEarly
	}
	return nil
}

func isSupported(public any) bool {
	switch key := public.(type) {
	case *rsa.PublicKey:
		return key.N.BitLen() >= 2048 && key.N.BitLen() <= 4096
	case *ecdsa.PublicKey:
		return key.Curve == elliptic.P256()
	}
	return false
}

// signatureRoom returns the number of bytes to reserve for a signature without timestamp.
func (id *Identity) signatureRoom() int {
	room := 1_024 + len(id.Certificate.Raw) + len(id.Certificate.RawIssuer)
	for _, issuer := range id.Issuers {
		room += len(issuer.Raw)
	}
	return room
}

// Description is what people see of a certificate. Fingerprint is its SHA-256 hash in hexadecimal; times are in ISO 8601.
type Description struct {
	Holder, Issuer, Fingerprint, From, Until string
	IsSelfMade                               bool
}

func (id *Identity) describe() *Description {
	certificate := id.Certificate
	hash := sha256.Sum256(certificate.Raw)
	return &Description{
		Holder:      formatName(certificate.Subject),
		Issuer:      formatName(certificate.Issuer),
		Fingerprint: hex.EncodeToString(hash[:]),
		From:        formatTime(certificate.NotBefore),
		Until:       formatTime(certificate.NotAfter),
		IsSelfMade:  isSelfSigned(certificate),
	}
}

func isSelfSigned(certificate *x509.Certificate) bool {
	return bytes.Equal(certificate.RawSubject, certificate.RawIssuer)
}

func formatName(name pkix.Name) string {
	return cmp.Or(name.CommonName, strings.Join(name.Organization, ", "), name.String())
}

func formatTime(at time.Time) string { return at.UTC().Format("2006-01-02 15:04:05.000Z") }
