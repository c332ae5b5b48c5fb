// Package replica follows the database in an S3 bucket with Litestream, so that a second machine can continue if the first dies.
//
// Only the machine that holds a lease in the bucket serves. A machine with an empty data directory restores the database first. Each machine
// that takes over begins a new generation, `base/3`, so that its predecessor cannot overwrite what it writes.
package replica

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/aws/smithy-go"
	"github.com/benbjohnson/litestream"
)

// ErrLost ends a server whose lease another machine holds.
var ErrLost = errors.New("Otro servidor tomó el turno: este se detiene. Lo que escribió después quedó en su carpeta.")

// Replica is the right to serve the database of a data directory, and its copy in the bucket.
type Replica struct {
	database string
	bucket   *bucket
	// generation numbers the copy: `base/3`.
	generation int64
	release    func() error
	// mutex makes a server that is stopped while it starts wait for Follow.
	mutex sync.Mutex
	store *litestream.Store
}

// Open acquires the lease for the data directory, which must be locked, and restores a missing database. It returns nil if setting, which is
// os.Getenv, names no bucket. It calls lose once another machine has the lease.
func Open(dir string, setting func(string) string, lose func()) (*Replica, error) {
	bucket, err := parseBucket(setting)
	if bucket == nil || err != nil {
		return nil, err
	}
	// The SDK refuses to start with this variable.
	os.Unsetenv("AWS_CA_BUNDLE")
	r := &Replica{database: filepath.Join(dir, "data.db"), bucket: bucket}
	lease := &heldLease{Leaser: bucket.newLeaser()}
	_, missing := os.Stat(r.database)
	if missing != nil && !errors.Is(missing, os.ErrNotExist) {
		return nil, missing
	}
	if lease.Owner, err = readOwner(dir); err != nil {
		return nil, err
	}
	ctx := context.Background()
	if err = lease.take(ctx, missing == nil); err != nil {
		if failure := (*smithy.OperationError)(nil); errors.As(err, &failure) {
			return nil, fmt.Errorf("El almacén «%s» (REPLICA_URL) no sirve ahora: %w", bucket.name, err)
		}
		return nil, err
	}
	r.generation = lease.lease.Generation
	r.release = lease.keep(lose)
	if missing != nil {
		if err = bucket.restore(ctx, r.database, r.generation); err != nil {
			return nil, cmp.Or(r.release(), err)
		}
	}
	return r, nil
}

// Follow starts the replication. It returns once Litestream has read the database, so call it after the migrations, which fail beside another
// writer, and before the first request.
func (r *Replica) Follow() error {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	store, err := r.bucket.newStore(r.database, r.generation)
	if err != nil {
		return err
	}
	ctx := context.Background()
	if err = store.Open(ctx); err == nil {
		err = store.DBs()[0].Sync(ctx)
	}
	if err != nil {
		return fmt.Errorf("No se pudo empezar la réplica: %w", err)
	}
	r.store = store
	return nil
}

// Finish replicates the last writes of a server that has closed its database, and releases the lease. It retries until they are in the bucket.
func (r *Replica) Finish() error {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if r.store == nil {
		return r.release()
	}
	ctx := context.Background()
	for err := r.store.DBs()[0].Sync(ctx); err != nil; err = r.store.DBs()[0].Sync(ctx) {
		slog.Error("réplica: lo último que se escribió no llega al almacén; se intenta de nuevo.", "cause", err.Error())
		time.Sleep(time.Second)
	}
	if err := r.store.Close(ctx); err != nil {
		return fmt.Errorf("Lo último que se escribió no llegó al almacén. Arranque otra vez este servidor con su misma carpeta: %w", err)
	}
	if err := r.release(); err != nil {
		return err
	}
	slog.Info("réplica: todo lo que se escribió está en el almacén.")
	return nil
}
