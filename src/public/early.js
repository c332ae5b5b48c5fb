const { dataset } = document.documentElement
/** @type {string | null | undefined} */
let theme
try {
  theme = localStorage.getItem('theme')
} catch {
  // A browser may keep nothing.
}
if (theme === 'light' || theme === 'dark') dataset.theme = theme

// A change of network cuts off what is on its way: a page that stays empty without its files is asked for once more, and not for ever.
addEventListener(
  'error',
  ({ target }) => {
    const [load] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType('navigation'))
    if (target !== window && load?.type !== 'reload' && !document.querySelector('#root > *')) location.reload()
  },
  true,
)

const own = /** @type {HTMLScriptElement} */ (document.currentScript)
/** Written by the build: the page's first file where it waits for the first paint, and what each page needs besides. */
const { main } = own.dataset
/** @type {Record<string, string[]>} */
const files = JSON.parse(own.dataset.files ?? '{}')
const path = location.pathname.replace(/(.)\/$/, '$1')
const session = /(?:^|; )pb_auth=([^;]+)/.exec(document.cookie)?.[1]

/** @param {string} name */
function fetchSoon(name) {
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: name }))
}

// The sign-in and the registration stand in their pages as markup, to be seen at once: nothing may come before that.
if (main && !session) firstPaint(main)
else if (main) void import(main)
else if (session && path.startsWith('/app/')) fetchInside(session)

/** @param {string} main */
function firstPaint(main) {
  dataset.firstPaint = ''
  const start = () => {
    for (const name of Object.values(files).flat()) fetchSoon(name)
    import(main).catch(tryAgain)
  }
  if (document.hidden) start()
  else requestAnimationFrame(() => setTimeout(start))
  listen()
}

/** The first file did not arrive: whoever sends the form, or has sent it, gets another try. */
function tryAgain() {
  const reload = () => location.reload()
  if (window.early?.sent) reload()
  else document.addEventListener('submit', reload)
}

/** What is typed, chosen and sent before there is a page to take care of it. */
function listen() {
  const watch = new AbortController()
  const { signal } = watch
  /** @type {NonNullable<Window['early']>} */
  const early = { typed: {}, focused: '', sent: false, stop: () => watch.abort() }
  /** @param {Event} event */
  const control = (event) => /** @type {HTMLInputElement} */ (event.target)
  document.addEventListener(
    'input',
    (event) => {
      early.typed[control(event).name] = control(event).value
      // Who types on has not finished: that sending is no longer meant.
      early.sent = false
    },
    { signal },
  )
  document.addEventListener(
    'focusin',
    (event) => {
      early.focused = control(event).name ?? ''
    },
    { signal },
  )
  // Nobody takes care of the form yet: the browser itself would send the password in the address.
  document.addEventListener(
    'submit',
    (event) => {
      event.preventDefault()
      early.sent = true
    },
    { signal },
  )
  window.early = early
}

/** Files and answers that the page will ask for anyway travel while its first file does. @param {string} session */
function fetchInside(session) {
  const page = Object.keys(files).find((name) => new RegExp(`^${name.replace(/\$\w+/g, '[^/]+')}$`).test(path)) ?? ''
  for (const name of files[page] ?? []) fetchSoon(name)
  try {
    const { token, record } = JSON.parse(decodeURIComponent(session))
    const last = path.split('/').pop()
    /** @type {Record<string, string>} */
    const first = {
      '/app/dashboard': '/api/app/dashboard',
      '/app/request': '/api/app/requests?perPage=30',
      '/app/request/$requestId': `/api/collections/requests/records/${last}?expand=owner`,
      '/app/request/batch/$batchId': `/api/collections/batches/records/${last}`,
    }
    const calls = [
      `/api/collections/users/records/${record.id}`,
      '/api/app/counts',
      page === '/app/request' && '/api/app/views?place=requests',
      !location.search && first[page],
    ]
    const headers = { Authorization: token }
    const asked = calls.flatMap((call) => (call ? [[call, fetch(call, { headers })]] : []))
    globalThis.asked = { at: Date.now(), token, answers: Object.fromEntries(asked) }
  } catch {
    // A session that cannot be read is none: the guard says so.
  }
}
