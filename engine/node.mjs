// Only syntax that an old Node still reads, so that it reaches the sentence instead of a syntax error.
var oldest = [20, 19]

/** Ends with a sentence when this Node is too old to build or run the project. */
export function requireNode() {
  var parts = process.versions.node.split('.').map(Number)
  if (parts[0] > oldest[0] || (parts[0] === oldest[0] && parts[1] >= oldest[1])) return
  console.error(
    '✗ Node ' +
      process.versions.node +
      ' es demasiado antiguo: se necesita Node 20.19 o posterior. ' +
      'Instálelo desde https://nodejs.org/es/download y vuelva a intentarlo.',
  )
  process.exit(1)
}
