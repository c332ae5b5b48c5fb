const { dataset } = document.documentElement
const theme = localStorage.getItem('theme')
if (theme === 'light' || theme === 'dark') dataset.theme = theme

// The sign-in page stands in index.html itself, to be seen at once; on every other page it stays hidden.
if (/^\/(auth(\/login)?\/?)?$/.test(location.pathname) && !document.cookie.includes('pb_auth=')) {
  dataset.firstPaint = ''
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
