interface Limit {
  label: string
  audience: string
  maxRequests: number
  /** Seconds. */
  duration: number
}

const fewSignIns: Limit = { label: '*:auth', audience: '', maxRequests: 5, duration: 60 }
const creations: Limit = { label: '*:create', audience: '', maxRequests: 3000, duration: 10 }
const limits: Limit[] = [
  // Wrong passwords are counted apart, in the database; this only keeps one address from using up the processor.
  { ...fewSignIns, maxRequests: 600 },
  { ...fewSignIns, label: '_superusers:auth' },
  // A body is read before it is judged; a guest has nothing to create but himself, and nothing to change.
  { ...creations, audience: '@auth' },
  { label: '*:create', audience: '@guest', maxRequests: 60, duration: 60 },
  { label: '*:update', audience: '@guest', maxRequests: 60, duration: 60 },
]

function replace(app: CoreApp, before: Limit[], after: Limit[], minLevel: number, logIP: boolean) {
  const settings = app.settings()
  const rules = JSON.parse(JSON.stringify(settings.rateLimits.rules)) as Limit[]
  const isBefore = (rule: Limit) =>
    before.some(({ label, audience }) => rule.label === label && rule.audience === audience)
  settings.rateLimits.rules = [...after, ...rules.filter((rule) => !isBefore(rule))] as core.RateLimitRule[]
  // Errors only, and without the address of who asked.
  settings.logs.minLevel = minLevel
  settings.logs.logIP = logIP
  app.save(settings)
}

migrate(
  (app) => replace(app, [fewSignIns, creations], limits, 8, false),
  (app) => replace(app, limits, [fewSignIns, creations], 4, true),
)
