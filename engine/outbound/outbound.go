// Package outbound makes HTTP calls to addresses that users or operators enter.
//
// A call has a deadline for the whole response, reads a limited number of bytes, and follows no redirect. A call with PublicOnly connects
// to public addresses only. The address is checked when the connection is made, because a host name may resolve to another address each time.
// A call with a text or bytes is made again if the server closes a connection that was kept from an earlier call, so it must be repeatable.
package outbound

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"syscall"
	"time"
)

// Call is an HTTP request.
type Call struct {
	Method  string
	URL     string
	Headers map[string]string
	Body    string
	// Form is sent instead of Body, unless it is nil.
	Form *Form
	// Seconds is the timeout of the whole call.
	Seconds float64
	// MaxBytes limits the bytes that are read of the response's body; the rest is discarded.
	MaxBytes   int64
	PublicOnly bool
}

// Answer is the response to a Call, or the reason why there is none.
type Answer struct {
	// Error is empty, or one of the codes connection, cut, private, redirect and timeout.
	Error string
	// Message describes the error for a log, without the query and password of the address.
	Message string
	Status  int
	Bytes   []byte
	headers http.Header
}

// Header returns a header of the response.
func (a *Answer) Header(name string) string { return a.headers.Get(name) }

var (
	errPrivate  = errors.New("the address is not public")
	errRedirect = errors.New("the response is a redirect")
)

var (
	anyClient    = newClient(&net.Dialer{}, http.ProxyFromEnvironment)
	publicClient = newClient(&net.Dialer{Control: refusePrivate}, nil)
)

func newClient(dialer *net.Dialer, proxy func(*http.Request) (*url.URL, error)) *http.Client {
	return &http.Client{
		Transport: &http.Transport{
			DialContext:       dialer.DialContext,
			Proxy:             proxy,
			ForceAttemptHTTP2: true,
			IdleConnTimeout:   30 * time.Second,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// Do makes a call.
func Do(call Call) *Answer {
	ctx, cancel := context.WithTimeout(context.Background(), time.Duration(call.Seconds*float64(time.Second)))
	defer cancel()
	answer, err := do(ctx, call)
	if err != nil {
		answer = &Answer{Error: code(err), Message: withoutQuery(err)}
	}
	return answer
}

func do(ctx context.Context, call Call) (*Answer, error) {
	contentType, body := "", call.Body
	if call.Form != nil {
		var err error
		if contentType, body, err = call.Form.encode(); err != nil {
			return nil, err
		}
	}
	request, err := http.NewRequestWithContext(ctx, call.Method, call.URL, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	if call.Form == nil {
		// Marks the call as repeatable without sending the header. The transport repeats it once the server has closed a kept connection
		// unanswered. A form asks for work that must not be done twice.
		request.Header["Idempotency-Key"] = nil
	}
	for name, value := range call.Headers {
		request.Header.Set(name, value)
	}
	if contentType != "" {
		request.Header.Set("Content-Type", contentType)
	}
	client := anyClient
	if call.PublicOnly {
		client = publicClient
	}
	response, err := client.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	if response.StatusCode/100 == 3 && response.Header.Get("Location") != "" {
		return nil, errRedirect
	}
	content, err := io.ReadAll(io.LimitReader(response.Body, call.MaxBytes))
	if err != nil {
		return nil, err
	}
	return &Answer{Status: response.StatusCode, Bytes: content, headers: response.Header}, nil
}

// code returns the code of an error; the last one stands for all errors without a code of their own.
func code(err error) string {
	var timeout interface{ Timeout() bool }
	switch {
	case errors.Is(err, errPrivate):
		return "private"
	case errors.Is(err, errRedirect):
		return "redirect"
	case errors.As(err, &timeout) && timeout.Timeout():
		return "timeout"
	case errors.Is(err, io.ErrUnexpectedEOF):
		return "cut"
	}
	return "connection"
}

// withoutQuery returns the text of an error whose address has lost its query.
func withoutQuery(err error) string {
	var failed *url.Error
	if !errors.As(err, &failed) {
		return err.Error()
	}
	if failed.Op == "parse" {
		// The address and its error may show a password.
		return "the address is invalid"
	}
	address, _, _ := strings.Cut(failed.URL, "?")
	return fmt.Sprintf("%s %s: %v", failed.Op, address, failed.Err)
}

// refusePrivate is called with the resolved address before a connection is made.
func refusePrivate(_, address string, _ syscall.RawConn) error {
	resolved, err := netip.ParseAddrPort(address)
	if err != nil || !IsPublic(resolved.Addr()) {
		return errPrivate
	}
	return nil
}
