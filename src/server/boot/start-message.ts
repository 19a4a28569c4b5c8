import { type DemoUser, demoPassword } from '#server/identity/demo-users.ts'

/** The message at server start: the URLs, and the demo users. */
export function startMessage(options: {
  readonly origins: readonly string[]
  readonly version: string
  readonly data: string
  /** The demo users; empty with an external identity provider. */
  readonly users: readonly DemoUser[]
}): string {
  const { origins, version, data, users } = options
  const [publicUrl, ...others] = origins
  const lines = ['', `  Trimline ${version} is ready`, '', `  Open   ${publicUrl}`]
  for (const origin of others) lines.push(`   or    ${origin}`)
  lines.push(`  Data   ${data}`)
  if (users.length > 0) {
    const width = Math.max(...users.map((user) => user.username.length))
    lines.push('', `  Demo users (password for all: ${demoPassword})`)
    for (const user of users) lines.push(`    ${user.username.padEnd(width)}   ${user.role}`)
  }
  lines.push('', '  Stop with Ctrl+C', '')
  return `${lines.join('\n')}\n`
}
