package seal

import (
	"bytes"
	"cmp"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rsa"
	"crypto/sha256"
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
	ErrFiles    Error = "files"
	ErrMismatch Error = "mismatch"
	ErrPassword Error = "password"
	ErrUsage    Error = "usage"
	ErrExpired  Error = "expired"
	ErrEarly    Error = "early"
	ErrSecret   Error = "secret"
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

// NewIdentity returns the identity in a file: certificates in PEM or DER, one of which is that of the key; or a PKCS #12, which has its own key.
func NewIdentity(file []byte, key crypto.Signer, password string) (*Identity, error) {
	certificates, err := parseCertificates(file)
	if err != nil {
		certificates, key, err = parseP12(file, password)
	}
	if err == nil && key == nil {
		err = ErrFiles
	}
	if err != nil {
		return nil, err
	}
	identity := &Identity{Key: key}
	for _, one := range certificates {
		if public, isComparable := one.PublicKey.(interface{ Equal(crypto.PublicKey) bool }); isComparable && public.Equal(key.Public()) {
			identity.Certificate = one
		} else if !isSelfSigned(one) {
			identity.Issuers = append(identity.Issuers, one)
		}
	}
	if identity.Certificate == nil {
		return nil, ErrMismatch
	}
	return identity, nil
}

// parseP12 returns the certificates and the key of a PKCS #12.
func parseP12(data []byte, password string) ([]*x509.Certificate, crypto.Signer, error) {
	if exceedsIterations(data) {
		return nil, nil, ErrFiles
	}
	key, certificate, issuers, err := pkcs12.DecodeChain(data, password)
	if errors.Is(err, pkcs12.ErrIncorrectPassword) {
		return nil, nil, ErrPassword
	}
	signer, isSigner := key.(crypto.Signer)
	if err != nil || !isSigner {
		return nil, nil, ErrFiles
	}
	return append(issuers, certificate), signer, nil
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

// parseKey returns the private key in a PEM text, which may have certificates as well; nil if it has none.
func parseKey(text []byte) crypto.Signer {
	for block, rest := pem.Decode(text); block != nil; block, rest = pem.Decode(rest) {
		if key, err := x509.ParsePKCS8PrivateKey(block.Bytes); err == nil {
			signer, _ := key.(crypto.Signer)
			return signer
		}
		if key, err := x509.ParsePKCS1PrivateKey(block.Bytes); err == nil {
			return key
		}
		if key, err := x509.ParseECPrivateKey(block.Bytes); err == nil {
			return key
		}
	}
	return nil
}

// parseCertificates returns the certificates in a PEM text, or in DER.
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
		return nil, ErrFiles
	}
	return all, nil
}

// Check returns an error unless the identity can seal at a time.
func (id *Identity) Check(at time.Time) error {
	usage := id.Certificate.KeyUsage
	switch {
	case !isSupported(id.Certificate.PublicKey), usage != 0 && usage&(x509.KeyUsageDigitalSignature|x509.KeyUsageContentCommitment) == 0:
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
