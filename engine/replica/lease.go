package replica

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/middleware"
	s3api "github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"
	"github.com/benbjohnson/litestream"
	"github.com/benbjohnson/litestream/s3"
)

const (
	renewal, ttl = 2 * time.Second, 5 * time.Second
	// released is the age that the lease gets when it is released: longer than the clocks of two machines may differ.
	released = 24 * time.Hour
)

// heldLease is the right to serve. Its owner is a data folder, and its generation numbers the replica. A folder that takes over begins a new
// generation, so a paused predecessor that resumes cannot overwrite the new generation.
type heldLease struct {
	*s3.Leaser
	lease *litestream.Lease
}

// readOwner returns the name of a data directory as an owner, `host/ABC…`, which it writes to the directory the first time.
func readOwner(dir string) (string, error) {
	path := filepath.Join(dir, "turno")
	if owner, err := os.ReadFile(path); err == nil && len(owner) > 0 {
		return string(owner), nil
	}
	host, _ := os.Hostname()
	owner := host + "/" + rand.Text()
	if err := os.WriteFile(path, []byte(owner), 0o600); err != nil {
		return "", fmt.Errorf("No se puede escribir en la carpeta de datos: %w", err)
	}
	return owner, nil
}

// take acquires the lease for the owner. If the machine of the current owner is dead, take waits until its lease expires.
func (h *heldLease) take(ctx context.Context, hasData bool) error {
	for deadline := time.Now().Add(ttl + 3*time.Second); ; time.Sleep(500 * time.Millisecond) {
		seen, age, err := h.read(ctx)
		if err != nil {
			return err
		}
		host, _, _ := strings.Cut(seen.Owner, "/")
		if seen.Owner != h.Owner {
			if hasData && host != "" {
				return fmt.Errorf("Esta carpeta quedó atrás, o es de otra instalación: otro servidor (%s) siguió después. Guárdela aparte y arranque con una carpeta vacía, que se restaura sola desde la réplica.", host)
			}
			seen.Generation++
		}
		if age > ttl || seen.TTL() < -released/2 {
			if err = h.write(ctx, seen); err == nil {
				return h.requireConditions(ctx)
			}
		}
		if err != nil && !errors.Is(err, litestream.ErrLeaseNotHeld) {
			return err
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("Otro servidor (%s) está atendiendo: renueva su turno cada dos segundos. Deténgalo primero; si ya no existe, espere unos segundos e inténtelo de nuevo.", host)
		}
	}
}

// requireConditions refuses a bucket that ignores `If-Match`, because two machines could acquire the lease at the same time.
func (h *heldLease) requireConditions(ctx context.Context) error {
	first := h.lease
	if err := h.write(ctx, first); err != nil {
		return err
	}
	if err := h.write(ctx, first); !errors.Is(err, litestream.ErrLeaseNotHeld) {
		return errors.Join(errors.New("El servicio S3 no respeta If-Match: con él podrían atender dos máquinas a la vez."), err)
	}
	return nil
}

// read returns the lease in the bucket, and its age by the clock of the bucket.
func (h *heldLease) read(ctx context.Context) (*litestream.Lease, time.Duration, error) {
	key := aws.String(path.Join(h.Path, s3.DefaultLeasePath))
	answer, err := h.Client().GetObject(ctx, &s3api.GetObjectInput{Bucket: &h.Bucket, Key: key})
	if none := (*types.NoSuchKey)(nil); errors.As(err, &none) {
		return &litestream.Lease{}, released, nil
	} else if err != nil {
		return nil, 0, err
	}
	defer answer.Body.Close()
	lease := &litestream.Lease{ETag: aws.ToString(answer.ETag)}
	err = json.NewDecoder(answer.Body).Decode(lease)
	now, _ := middleware.GetServerTime(answer.ResultMetadata)
	return lease, now.Sub(aws.ToTime(answer.LastModified)), err
}

// write replaces the lease in the bucket if it is still the given one; otherwise it returns `ErrLeaseNotHeld`.
func (h *heldLease) write(ctx context.Context, seen *litestream.Lease) (err error) {
	var lease *litestream.Lease
	if seen.ETag == "" {
		lease, err = h.AcquireLease(ctx)
	} else {
		lease, err = h.RenewLease(ctx, seen)
	}
	if other := (*litestream.LeaseExistsError)(nil); errors.As(err, &other) {
		return litestream.ErrLeaseNotHeld
	} else if err == nil {
		h.lease = lease
	}
	return err
}

// renew renews the lease. A newer stored lease of the same owner means that the response to an earlier write was lost; renew accepts it.
func (h *heldLease) renew() error {
	ctx := context.Background()
	err := h.write(ctx, h.lease)
	if !errors.Is(err, litestream.ErrLeaseNotHeld) {
		return err
	}
	seen, _, failure := h.read(ctx)
	if failure != nil {
		return failure
	} else if seen.Owner != h.Owner {
		return err
	}
	return h.write(ctx, seen)
}

// keep renews the lease until the returned function releases it. It calls `lose` once another folder has the lease.
func (h *heldLease) keep(lose func()) (release func() error) {
	stop, stopped := make(chan bool), make(chan bool)
	go func() {
		defer close(stopped)
		for last, isAway := time.Now(), false; ; {
			select {
			case <-stop:
				return
			case <-time.After(renewal):
			}
			switch err := h.renew(); {
			case errors.Is(err, litestream.ErrLeaseNotHeld):
				lose()
				return
			case err == nil:
				if isAway {
					slog.Info("turno: el almacén de la réplica volvió a responder.")
				}
				last, isAway = time.Now(), false
			case !isAway && time.Since(last) > ttl:
				isAway = true
				slog.Error("turno: ATENCIÓN: el almacén de la réplica no responde. Este servidor sigue atendiendo, pero su turno ya no vale. Si otra máquina lo toma, lo que se escriba aquí desde ahora queda solo en esta carpeta.", "cause", err.Error())
			default:
				slog.Error("turno: el almacén de la réplica no responde.", "cause", err.Error())
			}
		}
	}()
	return func() error {
		close(stop)
		<-stopped
		h.TTL = -released
		err := h.renew()
		if errors.Is(err, litestream.ErrLeaseNotHeld) {
			return ErrLost
		} else if err != nil {
			slog.Error("turno: no se pudo soltar.", "cause", err.Error())
		}
		return nil
	}
}
