/**
 * Says so when this Node is too old. Kept to syntax that any Node with modules parses, as whatever imports it must.
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
