const label = '/api/app/health'
const others = (app: CoreApp) => (app.settings().rateLimits.rules ?? []).filter((rule) => rule?.label !== label)

// The engine counts these calls before a virtual machine is used; a health check calls every few seconds.
migrate(
  (app) => {
    const settings = app.settings()
    const limit = { label, audience: '', maxRequests: 120, duration: 60 }
    settings.rateLimits.rules = [limit, ...others(app)] as core.RateLimitRule[]
    app.save(settings)
  },
  (app) => {
    const settings = app.settings()
    settings.rateLimits.rules = others(app)
    app.save(settings)
  },
)
