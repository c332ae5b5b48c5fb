package outbound

import (
	"errors"
	"io"
	"mime/multipart"
	"net/textproto"
	"strings"
)

// Form is a body of the type multipart/form-data (RFC 7578): text fields, and one file.
type Form struct {
	Fields map[string]string
	// Field is the name of the field that holds the file.
	Field string
	// Name and Type are the file's name and media type.
	Name, Type string
	Content    string
}

func (f *Form) encode() (contentType, body string, err error) {
	var out strings.Builder
	writer := multipart.NewWriter(&out)
	for name, value := range f.Fields {
		err = errors.Join(err, writer.WriteField(name, value))
	}
	header := textproto.MIMEHeader{}
	header.Set("Content-Disposition", multipart.FileContentDisposition(f.Field, f.Name))
	header.Set("Content-Type", f.Type)
	part, failed := writer.CreatePart(header)
	if failed == nil {
		_, failed = io.WriteString(part, f.Content)
	}
	err = errors.Join(err, failed, writer.Close())
	return writer.FormDataContentType(), out.String(), err
}
