// Only syntax that an old Node still reads, so that it reaches the sentence instead of a syntax error.
var oldest = { major: 20, minor: 19 }

/** Ends with a sentence when this Node is too old to build or run the project. */
export function requireNode() {
  var major = parseInt(process.versions.node.split('.')[0] || '0', 10)
  var minor = parseInt(process.versions.node.split('.')[1] || '0', 10)
  if (major > oldest.major || (major === oldest.major && minor >= oldest.minor)) return
  console.error(
    '✗ Node ' +
      process.versions.node +
      ' es demasiado antiguo: se necesita Node 20.19 o posterior. ' +
      'Instálelo desde https://nodejs.org/es/download y vuelva a intentarlo.',
  )
  process.exit(1)
}
