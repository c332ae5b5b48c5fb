package main

import (
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"formatos/engine/backup"
	"formatos/engine/datadir"
	"formatos/engine/replica"

	"github.com/pocketbase/pocketbase/core"
)

// lockingCommands are the commands that need the data directory for themselves. The others work beside a running server.
var lockingCommands = []string{"serve", "formatos", "restore", "migrate"}

// prepareData locks the data directory for a command that needs it, sets a damaged log aside, and starts the replica of a server. It runs before
// the hooks, which may open the databases.
func prepareData(app core.App, command string) error {
	if !slices.Contains(lockingCommands, command) {
		return nil
	}
	err := datadir.Lock(app.DataDir(), func(message string) { slog.Warn(message) })
	_, finished := os.Stat(filepath.Join(app.DataDir(), backup.UnfinishedName))
	// The command restore itself refuses a directory that is not empty, such as one with a server. Its lock keeps servers and other restores out.
	if command == "restore" && finished != nil {
		return nil
	}
	// The hooks refuse to start a server on an unfinished restore.
	if err != nil || finished == nil {
		return err
	}
	message, err := datadir.SetAsideDamagedLog(app.DataDir())
	if message != "" {
		slog.Warn(message)
	}
	if err == nil && (command == "serve" || command == "formatos") {
		err = replicate(app)
	}
	return err
}

// replicate follows the database in a bucket, if the environment names one. It comes before the hooks, so that its own hooks end last.
func replicate(app core.App) error {
	database, err := replica.Open(app.DataDir(), os.Getenv, func() { exitOnError(replica.ErrLost) })
	if database == nil || err != nil {
		return err
	}
	app.OnServe().BindFunc(func(e *core.ServeEvent) error {
		if err := e.Next(); err != nil {
			return err
		}
		return database.Follow()
	})
	app.OnTerminate().BindFunc(func(e *core.TerminateEvent) error { return errors.Join(e.Next(), database.Finish()) })
	return nil
}

// configureLog makes each message one JSON object, like those of the hooks, if the format is "json".
func configureLog(format string) {
	if format != "json" {
		return
	}
	slog.SetDefault(slog.New(slog.NewJSONHandler(os.Stderr, &slog.HandlerOptions{ReplaceAttr: func(_ []string, attr slog.Attr) slog.Attr {
		switch attr.Key {
		case slog.MessageKey:
			attr.Key = "message"
		case slog.LevelKey:
			attr.Value = slog.StringValue(strings.ToLower(attr.Value.String()))
		}
		return attr
	}})))
}

func exitOnError(err error) {
	if err != nil {
		slog.Error(err.Error())
		os.Exit(1)
	}
}
