// Loaded before each command (`node --require`), in syntax that an old Node still reads: it gets a sentence, not a syntax error.
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
