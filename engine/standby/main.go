// Command standby runs a server on one of two machines: `standby FOLDER PROGRAM…`. It takes a lease in an S3 bucket and restores
// the database into an empty data folder. While the server runs as its child process, it replicates the database.
package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"log"
	"log/slog"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/aws/smithy-go"
	"github.com/benbjohnson/litestream"
)

var errAsked = errors.New("asked to end")

func main() {
	// Locks the thread, because `Pdeathsig` kills the server when the thread that started it ends.
	runtime.LockOSThread()
	log.SetFlags(0)
	if os.Getenv("LOG_FORMAT") == "json" {
		slog.SetDefault(slog.New(slog.NewJSONHandler(os.Stderr, &slog.HandlerOptions{ReplaceAttr: nameAsServer})))
	}
	// The SDK refuses to start with this variable.
	os.Unsetenv("AWS_CA_BUNDLE")
	ctx, end := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM)
	go func() { <-signals; end(errAsked) }()
	if err := run(ctx, end, os.Args[1], os.Args[2:]); err != nil && context.Cause(ctx) != errAsked {
		slog.Error(err.Error())
		os.Exit(1)
	}
}

// nameAsServer renames log attributes to those of the server's log.
func nameAsServer(_ []string, attr slog.Attr) slog.Attr {
	switch attr.Key {
	case slog.MessageKey:
		attr.Key = "message"
	case slog.LevelKey:
		attr.Value = slog.StringValue(strings.ToLower(attr.Value.String()))
	}
	return attr
}

func run(ctx context.Context, end context.CancelCauseFunc, folder string, command []string) error {
	for _, name := range []string{"S3_REPLICA_BUCKET", "S3_ENDPOINT", "S3_ACCESS_KEY", "S3_SECRET_KEY"} {
		if os.Getenv(name) == "" {
			return fmt.Errorf("Falta %s: diga en qué almacén S3 se sigue la base de datos, y con qué cuenta.", name)
		}
	}
	database := folder + "/data.db"
	_, missing := os.Stat(database)
	lease := &heldLease{Leaser: newLeaser()}
	var err error
	if lease.Owner, err = lockFolder(folder); err != nil {
		return err
	}
	if err = lease.take(ctx, missing == nil); err != nil {
		if failure := (*smithy.OperationError)(nil); errors.As(err, &failure) {
			return fmt.Errorf("El almacén «%s» (S3_REPLICA_BUCKET) no sirve ahora: %w", bucket, err)
		}
		return err
	}
	release := lease.keep(end)
	if missing != nil {
		if err := restore(ctx, database, lease.lease.Generation); err != nil {
			release()
			return err
		}
	}
	store, err := newStore(database, lease.lease.Generation)
	if err != nil {
		return err
	}
	err = serve(ctx, command, lease.Owner, store)
	if context.Cause(ctx) == errLost {
		return errLost
	}
	if err := store.Close(context.Background()); err != nil {
		slog.Error("réplica: lo último que se escribió no llegó al almacén.", "cause", err.Error())
	} else {
		slog.Info("réplica: todo lo que se escribió está en el almacén.")
	}
	release()
	return fmt.Errorf("El servidor terminó (%w): arriba está la causa.", err)
}

// serve runs the server until it ends. If `ctx` ends first, serve sends a signal to the server, or kills it if the lease is lost.
func serve(ctx context.Context, command []string, owner string, store *litestream.Store) error {
	server := exec.CommandContext(ctx, command[0], command[1:]...)
	server.Env = append(os.Environ(), "FORMATOS_TURN="+owner)
	server.Stdout = &output{listening: sync.OnceFunc(func() {
		if err := store.Open(ctx); err != nil {
			slog.Error("réplica: " + err.Error())
			server.Cancel()
		}
	})}
	server.Stderr = os.Stderr
	server.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	server.WaitDelay = 8 * time.Second
	server.Cancel = func() error {
		if context.Cause(ctx) == errLost {
			return server.Process.Kill()
		}
		return server.Process.Signal(syscall.SIGTERM)
	}
	return cmp.Or(server.Run(), errors.New("exit status 0"))
}

// output copies the server's output. It calls `listening` once the server listens.
// Replication starts only then, because the server's migrations fail beside another writer.
type output struct{ listening func() }

func (o *output) Write(text []byte) (int, error) {
	if bytes.Contains(text, []byte("Server started at")) {
		o.listening()
	}
	return os.Stdout.Write(text)
}
