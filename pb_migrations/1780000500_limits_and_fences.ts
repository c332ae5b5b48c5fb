interface Limit {
  label: string
  maxRequests: number
  /** Seconds. */
  duration: number
}

// By tag where PocketBase has one: a path label is passed by asking for the same collection by its id.
const limits: Limit[] = [
  { label: '*:auth', maxRequests: 5, duration: 60 },
  { label: '/api/collections/users/auth-with-otp', maxRequests: 20, duration: 60 },
  { label: '/api/app/verify', maxRequests: 30, duration: 60 },
  { label: '/api/app/setup', maxRequests: 10, duration: 60 },
  { label: '*:requestOTP', maxRequests: 30, duration: 60 },
  { label: '*:requestPasswordReset', maxRequests: 30, duration: 60 },
  { label: '*:confirmPasswordReset', maxRequests: 20, duration: 60 },
  { label: 'users:create', maxRequests: 20, duration: 60 },
  { label: '*:create', maxRequests: 3000, duration: 10 },
  { label: '/api/', maxRequests: 6000, duration: 10 },
]

migrate((app) => {
  const settings = app.settings()
  settings.rateLimits.enabled = true
  settings.rateLimits.rules = limits.map((limit) => ({ audience: '', ...limit })) as core.RateLimitRule[]
  settings.batch.enabled = false
  settings.superuserIPs = ['127.0.0.1', '::1']
  // Warnings and worse: a row for each request costs half the throughput and would keep tokens that stand in addresses.
  settings.logs.minLevel = 4
  settings.logs.maxDays = 30
  settings.meta.appName = 'Formatos preeliminares'
  settings.meta.senderName = 'Formatos preeliminares'
  app.save(settings)
})
