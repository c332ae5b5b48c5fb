// Package mail formats mails and passes them to an SMTP server.
//
// PocketBase's own client waits for a mail server without limit, greets it as «localhost», which some servers refuse, and authenticates with
// one method of the operator's choice. This package has a deadline for the whole conversation, and uses what the server offers.
package mail

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/smtp"
	"net/textproto"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Server is an SMTP server and an account on it.
type Server struct {
	Host     string
	Port     int
	Username string
	Password string
	// TLS begins the connection with TLS (port 465). Otherwise STARTTLS is used if the server offers it.
	TLS bool
	// Auth is PLAIN, LOGIN, or empty for the first of them that the server offers.
	Auth string
	// Name is the host name of the greeting; empty for the domain of the sender.
	Name string
	// Seconds is the timeout of the whole conversation.
	Seconds float64
}

// ErrTimeout is returned if a server does not accept a mail in time.
var ErrTimeout = errors.New("the mail server did not respond in time")

// Send passes a message to a server. A nil error means that the server took responsibility for the message. The error of a refused recipient or
// message says which of them was refused, because a wrong account is no fault of the recipient.
//
// beforeEnd may be nil. It runs when the whole message except its end is passed: until then the server cannot deliver it, and it never does if
// beforeEnd fails. If an error after it is no refusal, nobody knows whether the server delivers the message.
func Send(server Server, message Message, beforeEnd func() error) error {
	err := send(server, message, beforeEnd)
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return ErrTimeout
	}
	return err
}

func send(server Server, message Message, beforeEnd func() error) error {
	source, err := Format(message, time.Now().UnixMilli())
	if err != nil {
		return err
	}
	client, err := connect(server, message.From)
	if err != nil {
		return err
	}
	defer client.Close()
	if err := authenticate(client, server); err != nil {
		return err
	}
	if err := client.Mail(message.From.Address); err != nil {
		return err
	}
	for _, to := range message.To {
		if err := client.Rcpt(to); err != nil {
			return fmt.Errorf("recipient refused: %w", err)
		}
	}
	data, err := client.Data()
	if err != nil {
		return err
	}
	if _, err := data.Write([]byte(source)); err != nil {
		return err
	}
	if beforeEnd != nil {
		if err := beforeEnd(); err != nil {
			return err
		}
	}
	if err := data.Close(); err != nil {
		var answer *textproto.Error
		if !errors.As(err, &answer) {
			return err
		}
		return fmt.Errorf("message refused: %w", err)
	}
	// The server has accepted the message: an error from here on must not send it again.
	_ = client.Quit()
	return nil
}

// connect opens a connection with a deadline, greets the server and encrypts the connection if possible.
func connect(server Server, from Address) (*smtp.Client, error) {
	deadline := time.Now().Add(time.Duration(server.Seconds * float64(time.Second)))
	dialer := net.Dialer{Deadline: deadline}
	connection, err := dialer.Dial("tcp", net.JoinHostPort(server.Host, strconv.Itoa(server.Port)))
	if err != nil {
		return nil, err
	}
	if err := connection.SetDeadline(deadline); err != nil {
		return nil, err
	}
	security := &tls.Config{ServerName: server.Host}
	if server.TLS {
		connection = tls.Client(connection, security)
	}
	client, err := smtp.NewClient(connection, server.Host)
	if err != nil {
		connection.Close()
		return nil, err
	}
	name := server.Name
	if name == "" {
		name = from.domain()
	}
	if err := client.Hello(name); err != nil {
		client.Close()
		return nil, err
	}
	if offered, _ := client.Extension("STARTTLS"); offered && !server.TLS {
		if err := client.StartTLS(security); err != nil {
			client.Close()
			return nil, err
		}
	}
	return client, nil
}

func authenticate(client *smtp.Client, server Server) error {
	if server.Username == "" && server.Password == "" {
		return nil
	}
	_, list := client.Extension("AUTH")
	offered := strings.Fields(strings.ToUpper(list))
	method := strings.ToUpper(server.Auth)
	if method == "" {
		method = "PLAIN"
		if !slices.Contains(offered, "PLAIN") && slices.Contains(offered, "LOGIN") {
			method = "LOGIN"
		}
	}
	switch method {
	case "PLAIN":
		return client.Auth(smtp.PlainAuth("", server.Username, server.Password, server.Host))
	case "LOGIN":
		return client.Auth(&loginAuth{answers: []string{server.Username, server.Password}})
	}
	return fmt.Errorf("the method %q is unknown: use PLAIN or LOGIN", server.Auth)
}

// loginAuth is AUTH LOGIN: the server asks for the name and then for the password. The wording of the questions varies.
type loginAuth struct{ answers []string }

// Start refuses to send the password without encryption, except to this machine, like smtp.PlainAuth.
func (a *loginAuth) Start(server *smtp.ServerInfo) (string, []byte, error) {
	if !server.TLS && !slices.Contains([]string{"localhost", "127.0.0.1", "::1"}, server.Name) {
		return "", nil, errors.New("unencrypted connection")
	}
	return "LOGIN", nil, nil
}

func (a *loginAuth) Next(_ []byte, more bool) ([]byte, error) {
	if !more {
		return nil, nil
	}
	if len(a.answers) == 0 {
		return nil, errors.New("unexpected question of the mail server")
	}
	answer := a.answers[0]
	a.answers = a.answers[1:]
	return []byte(answer), nil
}
