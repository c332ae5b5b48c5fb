package mail

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net"
	"net/mail"
	"strings"
	"testing"
)

var message = Message{
	ID:      "abc",
	From:    Address{"Talento Humano, Andina S. A. S.", "no-responder@andina.test"},
	To:      []string{"ana@ejemplo.test"},
	Subject: "Su certificado está listo",
	Text:    "Señora Ana:\nEstá listo.\n",
	HTML:    "<p>Señora Ana</p>",
}

// dialogue is an SMTP server for one conversation that records the commands it gets.
type dialogue struct {
	greeting string
	// refuses are prefixes of commands that the server answers with 550.
	refuses []string
	// auth is the list of methods in the answer to EHLO.
	auth string
	// silent is the prefix of a command that the server does not answer.
	silent   string
	commands []string
}

// serve starts the server; the returned function waits for the end of the conversation.
func (d *dialogue) serve(t *testing.T) (Server, func()) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		connection, err := listener.Accept()
		if err != nil {
			return
		}
		defer connection.Close()
		d.talk(connection)
	}()
	address := listener.Addr().(*net.TCPAddr)
	return Server{Host: "127.0.0.1", Port: address.Port, Seconds: 5}, func() { listener.Close(); <-done }
}

func (d *dialogue) talk(connection net.Conn) {
	fmt.Fprint(connection, "220 hello\r\n")
	lines := bufio.NewScanner(connection)
	inData := false
	for lines.Scan() {
		line := lines.Text()
		if inData && line != "." {
			continue
		}
		d.commands = append(d.commands, line)
		switch {
		case d.silent != "" && strings.HasPrefix(line, d.silent):
			for lines.Scan() {
			}
			return
		case hasAnyPrefix(line, d.refuses):
			fmt.Fprint(connection, "550 no\r\n")
		case strings.HasPrefix(line, "EHLO"):
			fmt.Fprintf(connection, "250-hello\r\n250 AUTH %s\r\n", d.auth)
		case line == "AUTH LOGIN":
			fmt.Fprint(connection, "334 VXNlcm5hbWU6\r\n")
		case line == base64.StdEncoding.EncodeToString([]byte("ana")):
			fmt.Fprint(connection, "334 UGFzc3dvcmQ6\r\n")
		case strings.HasPrefix(line, "AUTH PLAIN"), line == base64.StdEncoding.EncodeToString([]byte("clave")):
			fmt.Fprint(connection, "235 yes\r\n")
		case line == "DATA":
			inData = true
			fmt.Fprint(connection, "354 go\r\n")
		default:
			inData = false
			fmt.Fprint(connection, "250 yes\r\n")
		}
	}
}

func hasAnyPrefix(line string, prefixes []string) bool {
	for _, prefix := range prefixes {
		if strings.HasPrefix(line, prefix) {
			return true
		}
	}
	return false
}

func TestSend(t *testing.T) {
	plain := "AUTH PLAIN " + base64.StdEncoding.EncodeToString([]byte("\x00ana\x00clave"))
	for _, test := range []struct {
		name   string
		server dialogue
		change func(*Server)
		// commands are the first commands that the server gets.
		commands []string
		failure  string
	}{
		{"greets with the sender's domain", dialogue{}, nil, []string{"EHLO andina.test", "MAIL FROM:<no-responder@andina.test>", "RCPT TO:<ana@ejemplo.test>", "DATA", "."}, ""},
		{"greets with a configured name", dialogue{}, func(s *Server) { s.Name = "correo.andina.test" }, []string{"EHLO correo.andina.test"}, ""},
		{"prefers PLAIN", dialogue{auth: "LOGIN PLAIN"}, withAccount, []string{"EHLO andina.test", plain}, ""},
		{"uses LOGIN if the server offers no PLAIN", dialogue{auth: "LOGIN XOAUTH2"}, withAccount, []string{"EHLO andina.test", "AUTH LOGIN", "YW5h", "Y2xhdmU="}, ""},
		{"uses a configured method", dialogue{auth: "PLAIN LOGIN"}, func(s *Server) { withAccount(s); s.Auth = "login" }, []string{"EHLO andina.test", "AUTH LOGIN"}, ""},
		{"reports a refused recipient", dialogue{refuses: []string{"RCPT"}}, nil, nil, `recipient refused: 550 "no"`},
		{"reports a refused message", dialogue{refuses: []string{"."}}, nil, nil, `message refused: 550 "no"`},
		{"reports a refused sender without naming the recipient", dialogue{refuses: []string{"MAIL"}}, nil, nil, `550 "no"`},
		{"succeeds if only the farewell is refused", dialogue{refuses: []string{"QUIT"}}, nil, nil, ""},
		{"reports a lost answer not as a refusal", dialogue{silent: "."}, func(s *Server) { s.Seconds = 0.2 }, nil, ErrTimeout.Error()},
		{"gives up on a silent server", dialogue{silent: "MAIL"}, func(s *Server) { s.Seconds = 0.2 }, nil, ErrTimeout.Error()},
	} {
		t.Run(test.name, func(t *testing.T) {
			server, wait := test.server.serve(t)
			if test.change != nil {
				test.change(&server)
			}
			err := Send(server, message, nil)
			wait()
			if (err == nil) != (test.failure == "") || err != nil && err.Error() != test.failure {
				t.Fatalf("error is %v, want %q", err, test.failure)
			}
			for i, command := range test.commands {
				if i >= len(test.server.commands) || test.server.commands[i] != command {
					t.Fatalf("commands are %q, want %q", test.server.commands, test.commands)
				}
			}
		})
	}
}

func TestSendDoesNotEndAMessageThatMayNotLeave(t *testing.T) {
	var dialogue dialogue
	server, wait := dialogue.serve(t)
	stopped := errors.New("stopped")
	if err := Send(server, message, func() error { return stopped }); err != stopped {
		t.Errorf("error is %v", err)
	}
	wait()
	if last := dialogue.commands[len(dialogue.commands)-1]; last != "DATA" {
		t.Errorf("last command is %q", last)
	}
}

func withAccount(s *Server) { s.Username, s.Password = "ana", "clave" }

// format returns the source and the parsed headers of a message.
func format(t *testing.T, message Message) (string, mail.Header) {
	t.Helper()
	source, err := Format(message, 0)
	if err != nil {
		t.Fatal(err)
	}
	read, err := mail.ReadMessage(strings.NewReader(source))
	if err != nil {
		t.Fatal(err)
	}
	return source, read.Header
}

func checkSender(t *testing.T, header mail.Header, want Address) {
	t.Helper()
	from, err := header.AddressList("From")
	if err != nil || len(from) != 1 || *from[0] != mail.Address(want) {
		t.Errorf("From of %v is %v %v", want, from, err)
	}
}

func TestFormat(t *testing.T) {
	source, header := format(t, message)
	checkSender(t, header, message.From)
	if date := header.Get("Date"); date != "Thu, 01 Jan 1970 00:00:00 +0000" {
		t.Errorf("Date is %q", date)
	}
	if id := header.Get("Message-ID"); id != "<abc@andina.test>" {
		t.Errorf("Message-ID is %q", id)
	}
	for _, line := range strings.Split(source, "\r\n") {
		if len(line) > 78 || strings.Contains(line, "\n") {
			t.Errorf("line %q", line)
		}
	}
	if !strings.Contains(source, "Se=C3=B1ora Ana:\r\nEst=C3=A1 listo.\r\n") {
		t.Errorf("text is not quoted-printable: %s", source)
	}
}

func TestFormatKeepsTheSendersName(t *testing.T) {
	for _, name := range []string{
		"", "Formatos", "Talento Humano, Andina S. A. S.", "Gestión Humana, Peña y Cía.", `La "Oficina"; Sede (Norte): uno@dos`, "=?x?q?y?=",
		"Dirección Administrativa, Financiera, de Talento Humano y de Contratación",
	} {
		named := message
		named.From.Name = name
		source, header := format(t, named)
		checkSender(t, header, named.From)
		for _, line := range strings.Split(source, "\r\n") {
			if len(line) > 90 {
				t.Errorf("line of %d: %q", len(line), line)
			}
		}
	}
}

func TestFormatAddsNoHeaders(t *testing.T) {
	evil := message
	evil.Subject = "Hola\r\nBcc: a@b.test"
	evil.From.Name = "Ana\r\nBcc: a@b.test"
	evil.To = []string{"ana@ejemplo.test\r\nBcc: a@b.test"}
	_, header := format(t, evil)
	if len(header) != 7 || header.Get("Bcc") != "" {
		t.Errorf("headers are %v", header)
	}
}

func TestFormatAttachesFiles(t *testing.T) {
	attached := message
	attached.Files = []File{{"CALA-1.pdf\r\nBcc: a@b.test", "application/pdf", bytes.Repeat([]byte("%PDF"), 100)}}
	source, header := format(t, attached)
	if kind := header.Get("Content-Type"); !strings.HasPrefix(kind, "multipart/mixed;") || header.Get("Bcc") != "" {
		t.Errorf("header is %v", header)
	}
	_, params, _ := mime.ParseMediaType(header.Get("Content-Type"))
	_, content, _ := strings.Cut(source, "\r\n\r\n")
	parts := multipart.NewReader(strings.NewReader(content), params["boundary"])
	text, err := parts.NextPart()
	if err != nil || !strings.HasPrefix(text.Header.Get("Content-Type"), "multipart/alternative;") {
		t.Fatalf("first part is %v %v", text, err)
	}
	file, err := parts.NextPart()
	if err != nil {
		t.Fatal(err)
	}
	if len(file.Header) != 3 {
		t.Errorf("headers of the file are %v", file.Header)
	}
	read, err := io.ReadAll(base64.NewDecoder(base64.StdEncoding, file))
	if err != nil || !bytes.Equal(read, attached.Files[0].Bytes) {
		t.Errorf("file has %d bytes, %v", len(read), err)
	}
	for _, line := range strings.Split(source, "\r\n") {
		if len(line) > 100 {
			t.Errorf("line of %d: %q", len(line), line)
		}
	}
}

func ExampleFormat() {
	source, _ := Format(Message{ID: "1", From: Address{"Andina", "a@andina.test"}, To: []string{"ana@ejemplo.test"}, Subject: "Hola"}, 0)
	fmt.Println(strings.Join(strings.Split(source, "\r\n")[:5], "\n"))
	// Output:
	// Date: Thu, 01 Jan 1970 00:00:00 +0000
	// Message-ID: <1@andina.test>
	// From: "Andina" <a@andina.test>
	// To: <ana@ejemplo.test>
	// Subject: Hola
}
