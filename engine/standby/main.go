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

func main() {
	// Locks the thread, because `Pdeathsig` kills the server when the thread that started it ends.
	runtime.LockOSThread()
	log.SetFlags(0)
	if os.Getenv("LOG_FORMAT") == "json" {
		slog.SetDefault(slog.New(slog.NewJSONHandler(os.Stderr, &slog.HandlerOptions{ReplaceAttr: nameAsServer})))
	}
	// Unsets this variable, because the SDK refuses to start with it.
	os.Unsetenv("AWS_CA_BUNDLE")
	// Context `held` ends once the lease is lost. Context `ctx` ends with `held`, or on a signal.
	held, lose := context.WithCancel(context.Background())
	ctx, stop := signal.NotifyContext(held, syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	if err := run(held, ctx, lose, os.Args[1], os.Args[2:]); err != nil && !errors.Is(err, context.Canceled) {
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

func run(held, ctx context.Context, lose func(), folder string, command []string) error {
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
	release := lease.keep(lose)
	if missing != nil {
		if err := restore(ctx, database, lease.lease.Generation); err != nil {
			return cmp.Or(release(), err)
		}
	}
	store, err := newStore(database, lease.lease.Generation)
	if err != nil {
		return err
	}
	hasListened, ended := serve(held, ctx, command, lease.Owner, store)
	if hasListened {
		if err = finish(held, store); err != nil {
			return err
		}
	}
	if err = release(); err != nil {
		return err
	}
	if hasListened {
		slog.Info("réplica: todo lo que se escribió está en el almacén.")
	}
	if ctx.Err() != nil {
		return nil
	}
	return fmt.Errorf("El servidor terminó (%w): arriba está la causa.", ended)
}

// serve runs the server until it ends. If `ctx` ends first, serve sends a signal to the server, or kills it if the lease is lost.
func serve(held, ctx context.Context, command []string, owner string, store *litestream.Store) (hasListened bool, err error) {
	server := exec.CommandContext(ctx, command[0], command[1:]...)
	server.Env = append(os.Environ(), "FORMATOS_TURN="+owner)
	server.Stdout = &output{listening: sync.OnceFunc(func() {
		hasListened = true
		if err := store.Open(held); err != nil {
			slog.Error("réplica: " + err.Error())
			server.Cancel()
		}
	})}
	server.Stderr = os.Stderr
	server.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	server.WaitDelay = 8 * time.Second
	server.Cancel = func() error {
		if held.Err() != nil {
			return server.Process.Kill()
		}
		return server.Process.Signal(syscall.SIGTERM)
	}
	err = cmp.Or(server.Run(), errors.New("exit status 0"))
	return hasListened, err
}

// finish replicates the last writes of a server that ended. It retries until they are in the bucket or the lease is lost.
func finish(held context.Context, store *litestream.Store) error {
	db := store.DBs()[0]
	// Syncs before Close, because Close skips a database that was never synced. A server may end in its first moments.
	for err := db.Sync(held); err != nil && held.Err() == nil; err = db.Sync(held) {
		slog.Error("réplica: lo último que se escribió no llega al almacén; se intenta de nuevo.", "cause", err.Error())
		time.Sleep(time.Second)
	}
	err := store.Close(held)
	if held.Err() != nil {
		return errLost
	} else if err != nil {
		return fmt.Errorf("Lo último que se escribió no llegó al almacén. Arranque otra vez este servidor con su misma carpeta: %w", err)
	}
	return nil
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
