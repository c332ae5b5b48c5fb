package mail

import (
	"bytes"
	"encoding/base64"
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
	// Files are attached.
	Files []File
}

// File is an attachment of a message.
type File struct {
	Name string
	// Type is its media type.
	Type  string
	Bytes []byte
}

// Address is a mailbox with its display name, which may be empty.
type Address struct{ Name, Address string }

// domain returns the part of the address after the `@`.
func (a Address) domain() string { return a.Address[strings.LastIndex(a.Address, "@")+1:] }

// Format returns the source of a message (RFC 5322), which was written at the given time in ms since 1970.
func Format(message Message, at int64) (string, error) {
	body, err := formatBody(message)
	if err != nil {
		return "", err
	}
	var source bytes.Buffer
	header := [][2]string{
		{"Date", time.UnixMilli(at).UTC().Format(time.RFC1123Z)},
		{"Message-ID", fmt.Sprintf("<%s@%s>", message.ID, message.From.domain())},
		{"From", foldWords((&mail.Address{Name: message.From.Name, Address: message.From.Address}).String())},
		{"To", "<" + strings.Join(message.To, ">, <") + ">"},
		{"Subject", foldWords(mime.QEncoding.Encode("utf-8", message.Subject))},
		{"MIME-Version", "1.0"},
		{"Content-Type", body.mediaType},
	}
	for _, field := range header {
		fmt.Fprintf(&source, "%s: %s\r\n", field[0], removeLineBreaks(field[1]))
	}
	source.WriteString("\r\n")
	source.Write(body.content)
	return source.String(), nil
}

// body is a part of a message that consists of other parts.
type body struct {
	mediaType string
	content   []byte
}

// formatBody returns the text as plain text and HTML, followed by the files.
func formatBody(message Message) (body, error) {
	text, err := formatText(message)
	if err != nil || len(message.Files) == 0 {
		return text, err
	}
	var source bytes.Buffer
	parts := multipart.NewWriter(&source)
	writer, err := parts.CreatePart(textproto.MIMEHeader{"Content-Type": {text.mediaType}})
	if err != nil {
		return body{}, err
	}
	if _, err := writer.Write(text.content); err != nil {
		return body{}, err
	}
	for _, file := range message.Files {
		writer, err := parts.CreatePart(textproto.MIMEHeader{
			"Content-Type":              {removeLineBreaks(file.Type)},
			"Content-Transfer-Encoding": {"base64"},
			"Content-Disposition":       {mime.FormatMediaType("attachment", map[string]string{"filename": file.Name})},
		})
		if err != nil {
			return body{}, err
		}
		encoded := base64.StdEncoding.EncodeToString(file.Bytes)
		for len(encoded) > 0 {
			line := encoded[:min(len(encoded), base64LineLength)]
			encoded = encoded[len(line):]
			if _, err := fmt.Fprintf(writer, "%s\r\n", line); err != nil {
				return body{}, err
			}
		}
	}
	err = parts.Close()
	return body{fmt.Sprintf("multipart/mixed;\r\n boundary=%q", parts.Boundary()), source.Bytes()}, err
}

// base64LineLength is the maximum length of an encoded line (RFC 2045).
const base64LineLength = 76

func formatText(message Message) (body, error) {
	var source bytes.Buffer
	parts := multipart.NewWriter(&source)
	for _, part := range [][2]string{{"text/plain", message.Text}, {"text/html", message.HTML}} {
		writer, err := parts.CreatePart(textproto.MIMEHeader{
			"Content-Type":              {part[0] + "; charset=utf-8"},
			"Content-Transfer-Encoding": {"quoted-printable"},
		})
		if err != nil {
			return body{}, err
		}
		encoded := quotedprintable.NewWriter(writer)
		if _, err := encoded.Write([]byte(strings.ToValidUTF8(part[1], "\uFFFD"))); err != nil {
			return body{}, err
		}
		if err := encoded.Close(); err != nil {
			return body{}, err
		}
	}
	err := parts.Close()
	return body{fmt.Sprintf("multipart/alternative;\r\n boundary=%q", parts.Boundary()), source.Bytes()}, err
}

// foldWords begins a line before each further encoded word, because a line of a header has at most 76 characters if it has encoded words (RFC 2047).
func foldWords(text string) string { return strings.ReplaceAll(text, "?= =?", "?=\r\n =?") }

// removeLineBreaks replaces line breaks that do not fold a header, so that a text cannot add a header.
func removeLineBreaks(header string) string {
	header = strings.ReplaceAll(header, "\r\n ", "\x00")
	header = strings.Join(strings.FieldsFunc(header, func(r rune) bool { return r == '\r' || r == '\n' }), " ")
	return strings.ReplaceAll(header, "\x00", "\r\n ")
}
