package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	s3api "github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/benbjohnson/litestream"
	"github.com/benbjohnson/litestream/s3"
)

var (
	bucket      = os.Getenv("S3_REPLICA_BUCKET")
	endpoint, _ = litestream.EnsureEndpointScheme(os.Getenv("S3_ENDPOINT"))
	region      = cmp.Or(os.Getenv("S3_REGION"), s3.DefaultRegion)
	account     = os.Getenv("S3_ACCESS_KEY")
	secret      = os.Getenv("S3_SECRET_KEY")
	isPathStyle = regexp.MustCompile(`(?i)^(|1|true|yes|si|sí|on)$`).MatchString(os.Getenv("S3_PATH_STYLE"))
)

// newLeaser returns a leaser of the bucket. Failed calls are not retried, because the next renewal is near.
func newLeaser() *s3.Leaser {
	leaser := s3.NewLeaser()
	leaser.Bucket, leaser.TTL = bucket, ttl
	leaser.SetClient(s3api.New(s3api.Options{
		BaseEndpoint:     &endpoint,
		Region:           region,
		UsePathStyle:     isPathStyle,
		Credentials:      credentials.NewStaticCredentialsProvider(account, secret, ""),
		HTTPClient:       &http.Client{Timeout: 2 * renewal},
		RetryMaxAttempts: 1,
		// S3 services other than Amazon's may refuse the SDK's default checksums.
		RequestChecksumCalculation: aws.RequestChecksumCalculationWhenRequired,
	}))
	return leaser
}

// newReplica returns the replica of a generation: `base/3`. It passes a URL, from which Litestream detects the peculiarities of S3 services.
func newReplica(db *litestream.DB, generation int64) (*litestream.Replica, error) {
	query := url.Values{"endpoint": {endpoint}, "region": {region}, "forcePathStyle": {strconv.FormatBool(isPathStyle)}}
	client, err := s3.NewReplicaClientFromURL("s3", bucket, fmt.Sprintf("base/%d", generation), query, nil)
	if err != nil {
		return nil, err
	}
	client.(*s3.ReplicaClient).AccessKeyID, client.(*s3.ReplicaClient).SecretAccessKey = account, secret
	return litestream.NewReplicaWithClient(db, client), nil
}

// restore writes the database from the latest replica. A generation whose machine died at once has no replica; restore then tries the previous
// generation.
func restore(ctx context.Context, database string, generation int64) error {
	// Deletes files of an earlier database, which SQLite and Litestream would use with the new one.
	for _, path := range []string{database + "-wal", database + "-shm", litestream.NewDB(database).MetaPath()} {
		if err := os.RemoveAll(path); err != nil {
			return err
		}
	}
	for from := generation; from > 0; from-- {
		replica, err := newReplica(nil, from)
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
func newStore(database string, generation int64) (*litestream.Store, error) {
	db := litestream.NewDB(database)
	db.MonitorInterval, db.BusyTimeout = 250*time.Millisecond, 5*time.Second
	db.CheckpointInterval, db.MinCheckpointPageN = 10*time.Minute, 50_000
	var err error
	if db.Replica, err = newReplica(db, generation); err != nil {
		return nil, err
	}
	db.Replica.SyncInterval = 500 * time.Millisecond
	store := litestream.NewStore([]*litestream.DB{db}, litestream.DefaultCompactionLevels)
	// Effectively no timeout: Docker or the operator limits how long the last sync may take.
	store.SetShutdownSyncTimeout(24 * time.Hour)
	return store, nil
}
