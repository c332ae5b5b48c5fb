// Package seal signs the product's own PDF files with the certificate of an organisation: PAdES B-B, or B-T with a timestamp service.
//
// A seal is an incremental update, so that the original file is still the beginning of the sealed file. The signature covers the whole file and
// permits no change (DocMDP 1). Errors and all that hooks receive are without the private key.
package seal

import (
	"crypto/sha256"
	"encoding/asn1"
	"encoding/hex"
	"errors"
	"strings"
	"time"

	"github.com/digitorus/pkcs7"
)

// Result is a sealed file, or the reason why there is none.
type Result struct {
	// Code is empty, an Error, or «failed».
	Code string
	// Message describes an error for the log, also that of a missing timestamp.
	Message string
	PDF     string
	// Holder and Fingerprint are those of the certificate.
	Holder, Fingerprint string
	// StampedAt is the time of the timestamp; empty without one.
	StampedAt string
	// LacksTimestamp is set if the service did not give the timestamp.
	LacksTimestamp bool
}

var (
	oidSigningCertificateV2 = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 9, 16, 2, 47}
	oidSignatureTimestamp   = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 9, 16, 2, 14}
)

// signingCertificateV2 names the signer's certificate by its SHA-256 hash, which is the default algorithm (RFC 5035).
type signingCertificateV2 struct {
	Certificates []struct{ Hash []byte }
}

// Seal signs a PDF of the product. Viewers show the time at, which is a claim of this server. The file is sealed without timestamp if
// timestamps is nil or the service fails.
func Seal(pdf string, identity *Identity, at time.Time, timestamps *TimestampService) *Result {
	description := identity.describe()
	result := &Result{Holder: description.Holder, Fingerprint: description.Fingerprint}
	err := result.seal(pdf, identity, at, timestamps)
	if code := Error(""); errors.As(err, &code) {
		return &Result{Code: string(code)}
	}
	if err != nil {
		return &Result{Code: "failed", Message: err.Error()}
	}
	return result
}

func (r *Result) seal(pdf string, identity *Identity, at time.Time, timestamps *TimestampService) error {
	if err := identity.Check(at); err != nil {
		return err
	}
	room := identity.signatureRoom()
	if timestamps != nil {
		room += int(timestamps.tokenRoom.Load())
	}
	for {
		revised, err := addRevision(pdf, room, at)
		if err != nil {
			return err
		}
		before, after := revised.text[:revised.before], revised.text[revised.after:]
		signature, err := r.sign(before+after, identity, timestamps)
		if err != nil {
			return err
		}
		if rest := room - len(signature); rest >= 0 {
			r.PDF = before + "<" + hex.EncodeToString(signature) + strings.Repeat("00", rest) + ">" + after
			return nil
		}
		// A signature of an elliptic curve varies by a few bytes.
		room = len(signature) + 16
	}
}

// sign returns the detached signature (CMS) of a text. It has no signing time, which PAdES forbids beside the time in the PDF.
func (r *Result) sign(text string, identity *Identity, timestamps *TimestampService) ([]byte, error) {
	signed, err := pkcs7.NewSignedData([]byte(text))
	if err != nil {
		return nil, err
	}
	signed.SetDigestAlgorithm(pkcs7.OIDDigestAlgorithmSHA256)
	hash := sha256.Sum256(identity.Certificate.Raw)
	named := signingCertificateV2{Certificates: []struct{ Hash []byte }{{hash[:]}}}
	config := pkcs7.SignerInfoConfig{
		SkipSigningTime:       true,
		ExtraSignedAttributes: []pkcs7.Attribute{{Type: oidSigningCertificateV2, Value: named}},
	}
	if err := signed.AddSigner(identity.Certificate, identity.Key, config); err != nil {
		return nil, err
	}
	for _, issuer := range identity.Issuers {
		signed.AddCertificate(issuer)
	}
	if timestamps != nil {
		signer := &signed.GetSignedData().SignerInfos[0]
		token, err := timestamps.stamp(signer.EncryptedDigest)
		r.LacksTimestamp = err != nil
		if err == nil {
			r.StampedAt = formatTime(token.Time)
			attribute := pkcs7.Attribute{Type: oidSignatureTimestamp, Value: asn1.RawValue{FullBytes: token.RawToken}}
			if err := signer.SetUnauthenticatedAttributes([]pkcs7.Attribute{attribute}); err != nil {
				return nil, err
			}
		} else if !errors.Is(err, errPaused) {
			r.Message = err.Error()
		}
	}
	signed.Detach()
	return signed.Finish()
}
