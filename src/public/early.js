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
/** Scripts of a prerendered page, written by the build into an attribute of this script tag. This script loads them; the first is the main module. */
const files = own.dataset.files?.split(' ') ?? []
const [main] = files
const path = location.pathname.replace(/(.)\/$/, '$1')
const session = /(?:^|; )pb_auth=([^;]+)/.exec(document.cookie)?.[1]

/** @param {string} name */
function fetchSoon(name) {
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: name }))
}

// The sign-in and registration pages have a main module here: their HTML is prerendered, so scripts load after the first paint.
if (main && !session) firstPaint(main)
else if (main) startParsed(main)
else if (session && path.startsWith('/app/')) void fetchInside(session)

/** Starts the app once the page is parsed: a cached module would run before `#root` exists, and render nothing. @param {string} main */
function startParsed(main) {
  fetchSoon(main)
  addEventListener('DOMContentLoaded', () => void import(main))
}

/** @param {string} main */
function firstPaint(main) {
  dataset.firstPaint = ''
  const start = () => {
    for (const name of files) fetchSoon(name)
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

/** Requests the data of the page while its scripts load. The server's `Link` header preloads the scripts. @param {string} session */
async function fetchInside(session) {
  try {
    const { token, record } = JSON.parse(decodeURIComponent(session))
    const headers = { Authorization: token }
    const start = '/api/app/start'
    const own = location.search ? [] : listPageCalls(record)
    const joined = [start, ...own.filter((call) => /^\/api\/app\/(dashboard|views|requests)/.test(call))]
    // One request, because each further one would share the connection with the scripts.
    const ask = () => fetch(`/api/app/calls?${new URLSearchParams({ calls: joined.join(' ') })}`, { headers })
    const parts = ask()
      .then(async (response) => {
        const seconds = Number(response.headers.get('Retry-After'))
        // Repeats the call if the server defers it, because the page would send each of its parts at once.
        if (seconds > 0 && seconds <= 10) {
          await new Promise((resolve) => setTimeout(resolve, seconds * 1000 * (1 + Math.random() / 2)))
          response = await ask()
        }
        return response.ok ? response.json() : []
      })
      .catch(() => [])
    /** Returns the answer of a joined call as its own response; an error if the page must send that call. @param {string} call @param {(data: any) => object} [read] */
    const takePart = async (call, read = (data) => data) => {
      const part = (await parts)[joined.indexOf(call)]
      return part ? createJsonResponse(read(part)) : Response.error()
    }
    const send = (/** @type {string} */ call) => fetch(call, { headers })
    /** @type {Record<string, Promise<Response>>} */
    const answers = {
      [`/api/collections/users/records/${record.id}`]: takePart(start, ({ user }) => user),
      '/api/app/counts': takePart(start, ({ counts }) => counts),
      '/api/collections/settings/records?page=1&perPage=1&filter=&skipTotal=1': takePart(start, ({ settings }) => ({
        items: [settings],
      })),
      ...Object.fromEntries(own.map((call) => [withoutExpand(call), (joined.includes(call) ? takePart : send)(call)])),
    }
    globalThis.asked = { at: Date.now(), token, answers }
    if (!/^\/app\/request\/(queue$|batch\/)/.test(path)) return
    const [last = ''] = own.slice(-1)
    const data = await answers[withoutExpand(last)]?.then((response) => response.clone().json())
    // The queue opens its first request, and the response of a batch contains its format.
    const view = data?.items?.[0] && `/api/app/requests/${data.items[0].id}/view`
    if (view) answers[view] = send(view)
    for (const record of Object.values(data?.expand ?? {}))
      answers[`/api/collections/${record.collectionName}/records/${record.id}`] = Promise.resolve(
        createJsonResponse(record),
      )
  } catch {
    // Ignores an invalid session or a failed call; the route guard redirects to sign-in, and the page asks again.
  }
}

/** Like `Response.json`, which older browsers lack. @param {object} data */
function createJsonResponse(data) {
  return new Response(JSON.stringify(data))
}

/**
 * Returns the first calls of the page, written exactly as its queries write them.
 * @param {{ id: string, role?: string }} user @returns {string[]}
 */
function listPageCalls(user) {
  const shown = 'id%2Ccode%2Cname%2Caliases%2Cdescription%2Ccategory%2Cversion%2CrequiresReview%2CmakesFinal'
  const [, place = '', id = ''] = /^\/app\/(.*?)(?:\/([a-z0-9]{15}))?$/.exec(path) ?? []
  /** @type {Record<string, string[]>} */
  const calls = {
    dashboard: ['/api/app/dashboard'],
    request: ['/api/app/views?place=requests', '/api/app/requests?perPage=30'],
    'request/queue': ['/api/app/requests?sort=submittedAt&status=submitted&mine=decide&perPage=30'],
    'request/create': [
      `/api/app/requests?status=draft${user.role === '_admin' ? `&owner=${user.id}` : ''}&perPage=30`,
      `/api/collections/formats/records?page=1&perPage=1000&skipTotal=1&filter=status%20%3D%20'published'&fields=${shown}&sort=category%2Cname`,
    ],
    'request/': [`/api/app/requests/${id}/view`],
    'request/batch/': [
      `/api/app/batches/${id}/counts`,
      `/api/collections/batch_rows/records?page=1&perPage=1&filter=batch%20%3D%20%22${id}%22%20%26%26%20status%20%3D%20%22valid%22&fields=id`,
      `/api/collections/batches/records/${id}?expand=format,formatVersion`,
    ],
  }
  return calls[id ? `${place}/` : place] ?? []
}

/** @param {string} call */
function withoutExpand(call) {
  return call.replace(/\?expand=.*/, '')
}
