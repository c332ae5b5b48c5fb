package admission

import (
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/router"
)

// Refusal is a response with an error.
type Refusal struct {
	Status int
	// Body is JSON.
	Body string
}

// Refusals are the responses to calls that are not answered.
type Refusals struct {
	// Busy responds if there is no slot or a query timed out, Storage if nothing can be stored, and Unknown after an exception.
	Busy, Storage, Unknown Refusal
	// Session responds to anonymous clients, Inactive to users that may make no calls, and Key to secrets at the wrong address.
	Session, Inactive, Key Refusal
}

// StoredKey is the key under which a handler notes with true that the call stored data: only the client can then decide whether to repeat it.
const StoredKey = "admissionStored"

// retryAfter is the time in seconds after which a client repeats a refused call.
const retryAfter = "2"

var (
	tokenPattern   = regexp.MustCompile(`(?i)^(?:Bearer )?(ey\S+)$`)
	timeoutPattern = regexp.MustCompile(`(deadline exceeded|interrupted \(9\)); failed query`)
	storagePattern = regexp.MustCompile(`(?i)disk is full|no space left|quota exceeded|read-?only (database|file system)|is locked|` +
		`disk I/O error|input/output error|unable to open database|permission denied`)
	exceptionPattern = regexp.MustCompile(`^(GoError: )?(Type|Range|Reference|Syntax)?Error: `)
)

func (r *Refusal) respond(e *core.RequestEvent) error {
	return e.Blob(r.Status, "application/json", []byte(r.Body))
}

// refuse responds without an error, because PocketBase logs errors of this status as errors of the server.
func (a *Admission) refuse(e *core.RequestEvent, refusal Refusal) error {
	a.refused.Add(1)
	if stored, _ := e.Get(StoredKey).(bool); refusal == a.config.Refusals.Busy && !stored {
		e.Response.Header().Set("Retry-After", retryAfter)
	}
	return refusal.respond(e)
}

// checkCaller returns the response to a caller that may not make the call, before its body arrives and its code is loaded.
func (a *Admission) checkCaller(e *core.RequestEvent) *Refusal {
	if !expectsBody(e.Request) {
		return nil
	}
	switch token := strings.TrimPrefix(e.Request.Header.Get("Authorization"), "Bearer "); {
	case e.Auth == nil && strings.HasPrefix(token, a.config.KeyPrefix):
		return &a.config.Refusals.Key
	case e.Auth == nil || e.Auth.Collection().Name != a.config.Users:
		return &a.config.Refusals.Session
	case !e.Auth.GetBool(a.config.Active):
		return &a.config.Refusals.Inactive
	}
	return nil
}

// isUserUnknown returns whether PocketBase could not look up the user because a query timed out. Such a call is refused, even if the user is
// found now: PocketBase treats the client as anonymous, so a page would end its session.
func isUserUnknown(e *core.RequestEvent) bool {
	if e.Auth != nil {
		return false
	}
	token := tokenPattern.FindStringSubmatch(e.Request.Header.Get("Authorization"))
	if token == nil {
		return false
	}
	_, err := e.App.FindAuthRecordByToken(token[1], core.TokenTypeAuth)
	return err == nil || timeoutPattern.MatchString(err.Error())
}

// respond responds to the error of a handler: with 503 if a query timed out or nothing can be stored, and with 500 after an exception, for
// which PocketBase would respond with 400 and log nothing. It returns other errors to PocketBase.
func (a *Admission) respond(e *core.RequestEvent, err error) error {
	if err == nil {
		return nil
	}
	if e.Written() {
		// Ends a response that has begun, so that the client detects that a part is missing. An empty response and one with an error are
		// complete: PocketBase also returns an error after them, for example if a sign-in needs a second factor.
		if status := e.Status(); status < 300 && status != http.StatusNoContent {
			_ = http.NewResponseController(e.Response).SetWriteDeadline(time.Now())
		}
		return err
	}
	text, cause := err.Error(), ""
	if hidden := (*router.ApiError)(nil); errors.As(err, &hidden) && hidden.RawData() != nil {
		cause = fmt.Sprint(hidden.RawData())
	}
	isException := exceptionPattern.MatchString(text) || exceptionPattern.MatchString(cause)
	text += " " + cause
	switch {
	case timeoutPattern.MatchString(text):
		return a.refuse(e, a.config.Refusals.Busy)
	case storagePattern.MatchString(text):
		if now := time.Now().Unix(); now-a.storageLogged.Swap(now) >= 60 {
			e.App.Logger().Error("nothing can be stored", "error", text)
		}
		return a.refuse(e, a.config.Refusals.Storage)
	case isException:
		e.App.Logger().Error(e.Request.Method+" "+e.Request.URL.EscapedPath(), "error", text)
		return a.config.Refusals.Unknown.respond(e)
	}
	return err
}
