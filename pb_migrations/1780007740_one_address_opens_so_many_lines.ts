// Each line on which a page hears takes 35 kB for five minutes, whoever opened it: somebody who opens thousands would take all the memory there is.
const label = 'GET /api/realtime'

interface Limit {
  label: string
}

const others = (rules: unknown) => (JSON.parse(JSON.stringify(rules)) as Limit[]).filter((rule) => rule.label !== label)

migrate(
  (app) => {
    const settings = app.settings()
    const limit = { label, audience: '', maxRequests: 600, duration: 60 }
    // One that somebody set by himself gives way: two of one name would not be saved, and nothing would start.
    settings.rateLimits.rules = [...others(settings.rateLimits.rules ?? []), limit] as core.RateLimitRule[]
    app.save(settings)
  },
  (app) => {
    const settings = app.settings()
    settings.rateLimits.rules = others(settings.rateLimits.rules ?? []) as core.RateLimitRule[]
    app.save(settings)
  },
)
