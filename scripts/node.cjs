// Checks the Node version; loaded before each command (`node --require`). Its syntax is ES5, so that an old Node prints the message instead of a syntax error.
var oldest = /(\d+)\.(\d+)/.exec(require('../package.json').engines.node) || []
var found = process.versions.node.split('.')

if (Number(found[0]) < Number(oldest[1]) || (found[0] === oldest[1] && Number(found[1]) < Number(oldest[2]))) {
  console.error(
    '✗ Node ' +
      process.versions.node +
      ' es demasiado antiguo: se necesita Node ' +
      oldest[0] +
      ' o posterior. Instálelo desde https://nodejs.org/es/download y vuelva a intentarlo.',
  )
  process.exit(1)
}
