package outbound

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

func TestDo(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/echo":
			body, _ := io.ReadAll(r.Body)
			w.Header().Set("X-Asked", r.Method+" "+r.Header.Get("X-Word")+fmt.Sprint(" ", r.ContentLength))
			w.WriteHeader(http.StatusCreated)
			w.Write(body)
		case "/form":
			file, header, err := r.FormFile("files")
			if err != nil {
				t.Error(err)
				return
			}
			content, _ := io.ReadAll(file)
			w.WriteHeader(http.StatusCreated)
			fmt.Fprintf(w, "%s|%s|%s|%s", r.FormValue("pdfa"), header.Filename, header.Header.Get("Content-Type"), content)
		case "/elsewhere":
			http.Redirect(w, r, "/echo", http.StatusFound)
		case "/again":
			http.Redirect(w, r, "/again", http.StatusTemporaryRedirect)
		case "/slow":
			time.Sleep(2 * time.Second)
		case "/cut":
			w.Header().Set("Content-Length", "100")
			w.Write([]byte("only this"))
		}
	}))
	defer server.Close()
	closed := httptest.NewServer(nil)
	closed.Close()

	for _, test := range []struct {
		name          string
		call          Call
		code, content string
	}{
		{"sends a text", Call{Method: "POST", URL: server.URL + "/echo", Headers: map[string]string{"X-Word": "yes"}, Body: "señor"}, "", "POST yes 6|señor"},
		{"sends a form", Call{Method: "POST", URL: server.URL + "/form", Form: &Form{map[string]string{"pdfa": "sí"}, "files", "a b.html", "text/html", "<p>á\r\n--"}}, "", "|sí|a b.html|text/html|<p>á\r\n--"},
		{"sends nothing", Call{Method: "GET", URL: server.URL + "/echo"}, "", "GET  0|"},
		{"reads a part of a long response", Call{Method: "POST", URL: server.URL + "/echo", Body: "0123456789abc", MaxBytes: 10}, "", "POST  13|0123456789"},
		{"follows no redirect", Call{Method: "GET", URL: server.URL + "/elsewhere"}, "redirect", ""},
		{"follows no redirect with its body", Call{Method: "POST", URL: server.URL + "/again", Body: "x"}, "redirect", ""},
		{"stops at the timeout", Call{Method: "GET", URL: server.URL + "/slow", Seconds: 0.1}, "timeout", ""},
		{"reports an incomplete response", Call{Method: "GET", URL: server.URL + "/cut"}, "cut", ""},
		{"reports a closed port", Call{Method: "GET", URL: closed.URL + "/?token=secret"}, "connection", ""},
		{"reports an invalid address", Call{Method: "GET", URL: "http://ana:secret@a b/"}, "connection", ""},
		{"refuses this machine if only public hosts are permitted", Call{Method: "GET", URL: server.URL + "/echo", PublicOnly: true}, "private", ""},
		{"refuses a name of this machine", Call{Method: "GET", URL: strings.Replace(server.URL, "127.0.0.1", "localhost", 1), PublicOnly: true}, "private", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.call.Seconds == 0 {
				test.call.Seconds = 5
			}
			if test.call.MaxBytes == 0 {
				test.call.MaxBytes = 100
			}
			answer := Do(test.call)
			if answer.Error != test.code {
				t.Fatalf("error is %q %q, want %q", answer.Error, answer.Message, test.code)
			}
			if strings.Contains(answer.Message, "secret") {
				t.Errorf("the message shows the query: %s", answer.Message)
			}
			if answer.Error != "" {
				return
			}
			if got := answer.Header("x-asked") + "|" + string(answer.Bytes); got != test.content || answer.Status != 201 {
				t.Errorf("got %d %q, want %q", answer.Status, got, test.content)
			}
		})
	}
}

func TestDoRepeatsCallOnClosedConnection(t *testing.T) {
	handled := make(chan string, 10)
	var requests atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		// Closes the connection of the first response as soon as it has brought another request, without handling the request.
		if requests.Add(1) == 2 {
			panic(http.ErrAbortHandler)
		}
		handled <- fmt.Sprintf("%s %s %q", r.Header.Get("X-Word"), body, r.Header["Idempotency-Key"])
	}))
	defer server.Close()
	for _, body := range []string{"uno", "dos"} {
		if answer := Do(Call{Method: "POST", URL: server.URL, Headers: map[string]string{"X-Word": "yes"}, Body: body, Seconds: 5}); answer.Error != "" {
			t.Fatalf("%s: %s", body, answer.Message)
		}
		if got, want := <-handled, fmt.Sprintf("yes %s []", body); got != want {
			t.Errorf("the server handled %q, want %q", got, want)
		}
	}
	if requests.Load() != 3 {
		t.Errorf("the server got %d requests", requests.Load())
	}
}

func TestIsPublic(t *testing.T) {
	for want, addresses := range map[bool]string{
		true: "8.8.8.8 1.1.1.1 172.15.255.255 172.32.0.0 100.63.255.255 100.128.0.0 192.167.0.1 223.255.255.255 198.20.0.1 " +
			"2606:4700::1 2001:4860:4860::8888 ::ffff:808:808",
		false: "0.0.0.0 10.0.0.1 100.64.0.1 127.0.0.1 127.255.0.1 169.254.169.254 172.16.0.1 172.31.255.255 192.168.1.1 192.0.0.8 " +
			"198.18.0.1 198.19.255.1 224.0.0.1 240.0.0.1 255.255.255.255 :: ::1 fe80::1 fe80::1%eth0 fc00::1 fd12::1 ff02::1 " +
			"64:ff9b::a00:1 2002:a00:1:: 2001:db8::1 2001::1 ::ffff:7f00:1 ::ffff:a00:1 3fff::1",
	} {
		for _, address := range strings.Fields(addresses) {
			if got := IsPublic(netip.MustParseAddr(address)); got != want {
				t.Errorf("IsPublic(%s) is %v", address, got)
			}
		}
	}
	if IsPublic(netip.Addr{}) {
		t.Error("no address is public")
	}
}

func ExampleIsPublic() {
	fmt.Println(IsPublic(netip.MustParseAddr("8.8.8.8")), IsPublic(netip.MustParseAddr("192.168.0.10")))
	// Output: true false
}
