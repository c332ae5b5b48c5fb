// Each line on which a page hears takes 35 kB for five minutes, whoever opened it: somebody who opens thousands would take all the memory there is.
const label = 'GET /api/realtime'

interface Limit {
  label: string
}

migrate(
  (app) => {
    const settings = app.settings()
    const limit = { label, audience: '', maxRequests: 600, duration: 60 }
    settings.rateLimits.rules = [...(settings.rateLimits.rules ?? []), limit] as core.RateLimitRule[]
    app.save(settings)
  },
  (app) => {
    const settings = app.settings()
    const rules = JSON.parse(JSON.stringify(settings.rateLimits.rules)) as Limit[]
    settings.rateLimits.rules = rules.filter((rule) => rule.label !== label) as core.RateLimitRule[]
    app.save(settings)
  },
)
