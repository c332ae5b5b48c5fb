const { dataset } = document.documentElement
const theme = localStorage.getItem('theme')
if (theme === 'light' || theme === 'dark') dataset.theme = theme

// The sign-in page stands in index.html itself, to be seen at once; on every other page it stays hidden.
if (/^\/(auth\/login\/?)?$/.test(location.pathname) && !document.cookie.includes('pb_auth=')) {
  dataset.firstPaint = ''
  // A form that nobody takes care of yet would send the password in the address.
  document.addEventListener('submit', (event) => event.preventDefault())
}
