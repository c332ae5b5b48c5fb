package replica

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"path"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	s3api "github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/benbjohnson/litestream"
	"github.com/benbjohnson/litestream/s3"
)

// bucket is a folder of an S3 bucket, and the account that writes it.
type bucket struct {
	name, folder, endpoint, region, account, secret string
	isPathStyle                                     bool
}

var yes = regexp.MustCompile(`(?i)^(|1|true|yes|si|sí|on)$`)

// parseBucket returns the bucket that REPLICA_URL names, `s3://bucket/folder`, or S3_REPLICA_BUCKET, `bucket`; nil if both are empty.
func parseBucket(setting func(string) string) (*bucket, error) {
	address := setting("REPLICA_URL")
	if name := setting("S3_REPLICA_BUCKET"); address == "" && name != "" {
		address = "s3://" + name
	}
	if address == "" {
		return nil, nil
	}
	target, err := url.Parse(address)
	if err != nil || target.Scheme != "s3" || target.Host == "" || target.User != nil || target.RawQuery != "" {
		return nil, errors.New("REPLICA_URL debe ser s3://ALMACÉN o s3://ALMACÉN/CARPETA; servicio y cuenta van en S3_ENDPOINT, S3_ACCESS_KEY y S3_SECRET_KEY.")
	}
	for _, name := range []string{"S3_ENDPOINT", "S3_ACCESS_KEY", "S3_SECRET_KEY"} {
		if setting(name) == "" {
			return nil, fmt.Errorf("Falta %s: diga en qué almacén S3 se sigue la base de datos, y con qué cuenta.", name)
		}
	}
	b := &bucket{
		name: target.Host, folder: strings.Trim(target.Path, "/"), region: setting("S3_REGION"),
		account: setting("S3_ACCESS_KEY"), secret: setting("S3_SECRET_KEY"), isPathStyle: yes.MatchString(setting("S3_PATH_STYLE")),
	}
	if b.region == "" {
		b.region = s3.DefaultRegion
	}
	b.endpoint, _ = litestream.EnsureEndpointScheme(setting("S3_ENDPOINT"))
	return b, nil
}

// newLeaser returns a leaser of the bucket. Failed calls are not retried, because the next renewal is near.
func (b *bucket) newLeaser() *s3.Leaser {
	leaser := s3.NewLeaser()
	leaser.Bucket, leaser.Path, leaser.TTL = b.name, b.folder, ttl
	leaser.SetClient(s3api.New(s3api.Options{
		BaseEndpoint:     &b.endpoint,
		Region:           b.region,
		UsePathStyle:     b.isPathStyle,
		Credentials:      credentials.NewStaticCredentialsProvider(b.account, b.secret, ""),
		HTTPClient:       &http.Client{Timeout: 2 * renewal},
		RetryMaxAttempts: 1,
		// S3 services other than Amazon's may refuse the SDK's default checksums.
		RequestChecksumCalculation: aws.RequestChecksumCalculationWhenRequired,
	}))
	return leaser
}

// newReplica returns the replica of a generation: `base/3`. It passes a URL, from which Litestream detects the peculiarities of S3 services.
func (b *bucket) newReplica(db *litestream.DB, generation int64) (*litestream.Replica, error) {
	query := url.Values{"endpoint": {b.endpoint}, "region": {b.region}, "forcePathStyle": {strconv.FormatBool(b.isPathStyle)}}
	client, err := s3.NewReplicaClientFromURL("s3", b.name, path.Join(b.folder, "base", strconv.FormatInt(generation, 10)), query, nil)
	if err != nil {
		return nil, err
	}
	client.(*s3.ReplicaClient).AccessKeyID, client.(*s3.ReplicaClient).SecretAccessKey = b.account, b.secret
	return litestream.NewReplicaWithClient(db, client), nil
}

// restore writes the database from the latest replica. A generation whose machine died immediately has no replica; restore then tries the previous
// generation.
func (b *bucket) restore(ctx context.Context, database string, generation int64) error {
	// Deletes files of an earlier database, which SQLite and Litestream would use with the new one.
	for _, path := range []string{database + "-wal", database + "-shm", litestream.NewDB(database).MetaPath()} {
		if err := os.RemoveAll(path); err != nil {
			return err
		}
	}
	for from := generation; from > 0; from-- {
		replica, err := b.newReplica(nil, from)
		if err != nil {
			return err
		}
		options := litestream.NewRestoreOptions()
		options.OutputPath = database
		if err = replica.Restore(ctx, options); err == nil {
			slog.Info(fmt.Sprintf("La base de datos viene de la réplica %d.", from))
			return nil
		} else if !errors.Is(err, litestream.ErrTxNotAvailable) {
			return fmt.Errorf("Litestream no pudo traer la réplica %d. No se sigue con una anterior; inténtelo de nuevo: %w", from, err)
		}
	}
	if generation > 1 {
		return errors.New("De la réplica no vino ninguna base de datos.")
	}
	return nil
}

// newStore returns the replication of the database. Checkpoints are rare, because each one blocks all writers.
func (b *bucket) newStore(database string, generation int64) (*litestream.Store, error) {
	db := litestream.NewDB(database)
	db.MonitorInterval, db.BusyTimeout = 250*time.Millisecond, 5*time.Second
	db.CheckpointInterval, db.MinCheckpointPageN = 10*time.Minute, 50_000
	var err error
	if db.Replica, err = b.newReplica(db, generation); err != nil {
		return nil, err
	}
	db.Replica.SyncInterval = 500 * time.Millisecond
	store := litestream.NewStore([]*litestream.DB{db}, litestream.DefaultCompactionLevels)
	// Effectively no timeout: Docker or the operator limits how long the last sync may take.
	store.SetShutdownSyncTimeout(24 * time.Hour)
	return store, nil
}
