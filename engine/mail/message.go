package mail

import (
	"bytes"
	"fmt"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"net/textproto"
	"strings"
	"time"
)

// Message is a mail with the same content as plain text and as HTML.
type Message struct {
	// ID is the part of the Message-ID before the `@`; it is unique.
	ID   string
	From Address
	// To are addresses without names.
	To      []string
	Subject string
	Text    string
	HTML    string
}

// Address is a mailbox with its display name, which may be empty.
type Address struct{ Name, Address string }

// domain returns the part of the address after the `@`.
func (a Address) domain() string { return a.Address[strings.LastIndex(a.Address, "@")+1:] }

// Format returns the source of a message (RFC 5322), which was written at the given time in ms since 1970.
func Format(message Message, at int64) (string, error) {
	var source bytes.Buffer
	parts := multipart.NewWriter(&source)
	header := [][2]string{
		{"Date", time.UnixMilli(at).UTC().Format(time.RFC1123Z)},
		{"Message-ID", fmt.Sprintf("<%s@%s>", message.ID, message.From.domain())},
		{"From", foldWords((&mail.Address{Name: message.From.Name, Address: message.From.Address}).String())},
		{"To", "<" + strings.Join(message.To, ">, <") + ">"},
		{"Subject", foldWords(mime.QEncoding.Encode("utf-8", message.Subject))},
		{"MIME-Version", "1.0"},
		{"Content-Type", fmt.Sprintf("multipart/alternative;\r\n boundary=%q", parts.Boundary())},
	}
	for _, field := range header {
		fmt.Fprintf(&source, "%s: %s\r\n", field[0], removeLineBreaks(field[1]))
	}
	source.WriteString("\r\n")
	for _, part := range [][2]string{{"text/plain", message.Text}, {"text/html", message.HTML}} {
		writer, err := parts.CreatePart(textproto.MIMEHeader{
			"Content-Type":              {part[0] + "; charset=utf-8"},
			"Content-Transfer-Encoding": {"quoted-printable"},
		})
		if err != nil {
			return "", err
		}
		encoded := quotedprintable.NewWriter(writer)
		if _, err := encoded.Write([]byte(strings.ToValidUTF8(part[1], "\uFFFD"))); err != nil {
			return "", err
		}
		if err := encoded.Close(); err != nil {
			return "", err
		}
	}
	if err := parts.Close(); err != nil {
		return "", err
	}
	return source.String(), nil
}

// foldWords begins a line before each further encoded word, because a line of a header has at most 76 characters if it has encoded words (RFC 2047).
func foldWords(text string) string { return strings.ReplaceAll(text, "?= =?", "?=\r\n =?") }

// removeLineBreaks replaces line breaks that do not fold a header, so that a text cannot add a header.
func removeLineBreaks(header string) string {
	header = strings.ReplaceAll(header, "\r\n ", "\x00")
	header = strings.Join(strings.FieldsFunc(header, func(r rune) bool { return r == '\r' || r == '\n' }), " ")
	return strings.ReplaceAll(header, "\x00", "\r\n ")
}
