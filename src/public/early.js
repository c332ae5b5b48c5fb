const { dataset } = document.documentElement
/** @type {string | null | undefined} */
let theme
try {
  theme = localStorage.getItem('theme')
} catch {
  // The browser may block storage.
}
if (theme === 'light' || theme === 'dark') dataset.theme = theme

// Reloads the page once if it is still empty and one of its files failed to load, for example after a change of network.
addEventListener(
  'error',
  ({ target }) => {
    const [load] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType('navigation'))
    if (target !== window && load?.type !== 'reload' && !document.querySelector('#root > *')) location.reload()
  },
  true,
)

const own = /** @type {HTMLScriptElement} */ (document.currentScript)
/** Attributes of this script tag, written by the build. `main`: URL of the main module, if this script loads it. `files`: files to preload by page. */
const { main } = own.dataset
/** @type {Record<string, string[]>} */
const files = JSON.parse(own.dataset.files ?? '{}')
const path = location.pathname.replace(/(.)\/$/, '$1')
const session = /(?:^|; )pb_auth=([^;]+)/.exec(document.cookie)?.[1]

/** @param {string} name */
function fetchSoon(name) {
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: name }))
}

// `main` is set on the sign-in and registration pages, whose HTML is prerendered: scripts load after the first paint.
if (main && !session) firstPaint(main)
else if (main) startParsed(main)
else if (session && path.startsWith('/app/')) fetchInside(session)

/** Starts the app once the page is parsed: a cached module would run before `#root` exists, and render nothing. @param {string} main */
function startParsed(main) {
  fetchSoon(main)
  addEventListener('DOMContentLoaded', () => void import(main))
}

/** @param {string} main */
function firstPaint(main) {
  dataset.firstPaint = ''
  const start = () => {
    for (const name of Object.values(files).flat()) fetchSoon(name)
    import(main).catch(tryAgain)
  }
  if (document.hidden) addEventListener('DOMContentLoaded', start)
  else requestAnimationFrame(() => setTimeout(start))
  listen()
}

/** Reloads the page after the main module failed to load: on the next submit, or at once if the form was already submitted. */
function tryAgain() {
  const reload = () => location.reload()
  if (window.early?.sent) reload()
  else document.addEventListener('submit', reload)
}

/** Records input, focus and submit events until the app has loaded and takes over the form. */
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
      // Cancels an earlier submit when the user types again.
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
  // Prevents the native submit before the app handles the form, because it would send the password in the URL.
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

/** Preloads the files and API responses of the page while its main module loads. @param {string} session */
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
    // Ignores an invalid session; the route guard redirects to sign-in.
  }
}
