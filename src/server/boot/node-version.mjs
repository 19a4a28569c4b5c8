/**
 * Prints an error if this Node is too old. Uses only old syntax, so that any Node with modules can parse it;
 * modules that import it must do the same.
 *
 * @returns {boolean} whether it is recent enough
 */
export function nodeFits() {
  const version = process.versions.node.split('.').map(Number)
  const major = version[0] || 0
  const minor = version[1] || 0
  if (major > 20 || (major === 20 && minor >= 19)) return true
  console.error('Trimline needs Node 20.19 or later; this is Node ' + process.versions.node + '.')
  process.exitCode = 1
  return false
}
