// Command engine is the product's server: PocketBase as a library, its JavaScript plugin, and packages for what JavaScript hooks
// cannot do. Rules of the product are not here; they are in the hooks.
package main

import (
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	"formatos/engine/admission"
	"formatos/engine/backup"
	"formatos/engine/database"
	"formatos/engine/mail"
	"formatos/engine/memory"
	"formatos/engine/outbound"
	"formatos/engine/realtime"
	"formatos/engine/seal"
	"formatos/engine/storage"
	"formatos/engine/totp"
	"formatos/engine/work"

	"github.com/dop251/goja"
	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase"
	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/plugins/jsvm"
	"github.com/pocketbase/pocketbase/plugins/migratecmd"
	"github.com/pocketbase/pocketbase/tools/hook"
	"github.com/spf13/cobra"
)

// queryTimeout limits the engine's own queries, including the wait for a connection: record lists with costly filters would
// otherwise hold one of few connections. Queries of the hooks have no timeout.
const queryTimeout = 10 * time.Second

// hooksPool is the number of JavaScript virtual machines that are ready at startup. Each takes 0.4 to 5 MiB once it has loaded code.
// A call beyond the pool gets a new one, which takes longer than the call.
const hooksPool = 12

// offer returns the object `engine` of the hooks; pb_hooks/engine.d.ts describes it.
func offer(app core.App) map[string]any {
	jobs := work.NewWaker(
		func(name string) func() {
			for _, job := range app.Cron().Jobs() {
				if job.Id() == name {
					return job.Run
				}
			}
			return nil
		},
		func(name string, reason any) { app.Logger().Error("job failed", "job", name, "reason", reason) },
	)
	reader := database.NewReader(filepath.Join(app.DataDir(), "data.db"))
	app.OnBootstrapClear().BindFunc(func(e *core.BootstrapEvent) error {
		return errors.Join(reader.Close(), e.Next())
	})
	calls := admission.New()
	// Commands of the program run no jobs: the server does.
	var isServing atomic.Bool
	app.OnServe().BindFunc(func(e *core.ServeEvent) error {
		isServing.Store(true)
		reader.CheckpointWhenIdle(e.Server.BaseContext(nil), app.NonconcurrentDB().(*dbx.DB).DB())
		return e.Next()
	})
	app.OnServe().Bind(&hook.Handler[*core.ServeEvent]{Priority: 1000, Func: calls.Serve})
	owners := realtime.NewOwners(app.SubscriptionsBroker())
	return map[string]any{
		"admitByKind":      calls.Configure,
		"admitByPattern":   calls.ByPattern,
		"releaseSlot":      calls.Release,
		"getSlotUsage":     calls.Usage,
		"queryText":        reader.TextForHooks,
		"untilCommit":      reader.UntilCommit,
		"yieldToWriters":   func() { database.YieldToWriters(app) },
		"replaceOwnTopics": owners.Replace,
		"subscribeOwner":   owners.Subscribe,
		"unsubscribeOwner": owners.Unsubscribe,
		"notifyUsers":      owners.Notify,
		"wake": func(job string, delay int64) {
			if isServing.Load() {
				jobs.Wake(job, delay)
			}
		},
		"fetch":      outbound.Do,
		"sendMail":   mail.Send,
		"formatMail": mail.Format,
		"backups":    backup.NewMaker(app, func() { jobs.Wake("backups", 0) }),
		"files":      storage.New(app),
		"seals":      seal.NewSealer(os.Getenv),
		"findTotpStep": func(secret, code string) int64 {
			return totp.FindStep(secret, code, time.Now())
		},
		"restore": func(restore backup.Restore) *backup.Restored { return restore.Run() },
	}
}

func main() {
	memory.Configure(os.LookupEnv)
	app := pocketbase.NewWithConfig(pocketbase.Config{
		DefaultQueryTimeout: queryTimeout,
		DBConnect:           database.Connect,
		DataMaxOpenConns:    database.DataConnections,
		DataMaxIdleConns:    database.DataConnections,
		AuxMaxOpenConns:     database.LogConnections,
		AuxMaxIdleConns:     database.LogConnections,
	})
	product := parseFlags(app.RootCmd)
	configureLog(os.Getenv("LOG_FORMAT"))
	exitOnError(prepareData(app, app.RootCmd.Flags().Arg(0)))
	offered := offer(app)
	jsvm.MustRegister(app, jsvm.Config{
		HooksDir:      product.hooksDir,
		HooksWatch:    product.hooksWatch,
		HooksPoolSize: product.hooksPool,
		MigrationsDir: product.migrationsDir,
		OnInit:        func(vm *goja.Runtime) { vm.Set("engine", offered) },
	})
	migratecmd.MustRegister(app, app.RootCmd, migratecmd.Config{
		TemplateLang: migratecmd.TemplateLangJS,
		Automigrate:  product.automigrate,
		Dir:          product.migrationsDir,
	})
	app.OnServe().BindFunc(func(e *core.ServeEvent) error {
		memory.ReleaseWhenIdle(e.Server.BaseContext(nil))
		return e.Next()
	})
	// Last, because the hooks serve the pages themselves.
	app.OnServe().Bind(&hook.Handler[*core.ServeEvent]{Priority: 999, Func: product.serveFiles})
	exitOnError(app.Start())
}

// product names the directories of the built product.
type product struct {
	publicDir, hooksDir, migrationsDir string
	hooksPool                          int
	hooksWatch, automigrate            bool
}

// parseFlags defines the flags of the official program, whose defaults are those of the product, and reads the command line.
func parseFlags(root *cobra.Command) *product {
	program, err := os.Executable()
	if err != nil {
		program = os.Args[0]
	}
	var p product
	flags := root.PersistentFlags()
	flags.StringVar(&p.publicDir, "publicDir", filepath.Join(filepath.Dir(program), "pb_public"), "directory of static files")
	flags.StringVar(&p.hooksDir, "hooksDir", "", "directory of hooks (default pb_hooks beside the data directory)")
	flags.StringVar(&p.migrationsDir, "migrationsDir", "", "directory of migrations (default pb_migrations beside the data directory)")
	flags.IntVar(&p.hooksPool, "hooksPool", hooksPool, "number of JavaScript virtual machines")
	flags.BoolVar(&p.hooksWatch, "hooksWatch", false, "restart if a file of the hooks changes")
	flags.BoolVar(&p.automigrate, "automigrate", false, "write a migration for each change of a collection")
	// Unknown flags belong to commands that the hooks add.
	_ = root.ParseFlags(os.Args[1:])
	return &p
}

// serveFiles serves the public directory, unless the hooks do.
func (p *product) serveFiles(e *core.ServeEvent) error {
	if !e.Router.HasRoute(http.MethodGet, "/{path...}") {
		e.Router.GET("/{path...}", apis.Static(os.DirFS(p.publicDir), true))
	}
	return e.Next()
}
