const { dataset } = document.documentElement
const theme = localStorage.getItem('theme')
if (theme === 'light' || theme === 'dark') dataset.theme = theme

// The sign-in page stands in index.html itself, to be seen at once; on every other page it stays hidden.
if (/^\/(auth\/login\/?)?$/.test(location.pathname) && !document.cookie.includes('pb_auth=')) {
  dataset.firstPaint = ''
  const watch = new AbortController()
  const early = { typed: {}, focused: '', sent: false, stop: () => watch.abort() }
  const listen = (type, heard) => document.addEventListener(type, heard, { signal: watch.signal })
  listen('input', ({ target }) => {
    early.typed[target.name] = target.value
  })
  listen('focusin', ({ target }) => {
    early.focused = target.name ?? ''
  })
  // Nobody takes care of the form yet: the browser itself would send the password in the address.
  listen('submit', (event) => {
    event.preventDefault()
    early.sent = true
  })
  window.early = early
}
