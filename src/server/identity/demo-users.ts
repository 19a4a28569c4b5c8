/** A user of the embedded development provider. */
export interface DemoUser {
  readonly username: string
  readonly name: string
  readonly groups: readonly string[]
  /** The demonstrated role, for the sign-in page and the start message. */
  readonly role: string
  readonly password?: string
}

/** The default password of demo users. Not secret: the sign-in page shows it. */
export const demoPassword = 'trimline'

/** One user for each role of the specification. Their keys and locations are part of the demo data. */
export const demoUsers: readonly DemoUser[] = [
  { username: 'sam.super', name: 'Sam Okafor', groups: ['trimline-super-admins'], role: 'super-admin' },
  { username: 'ada.admin', name: 'Ada Lindqvist', groups: ['trimline-admins'], role: 'admin' },
  { username: 'lena.lead', name: 'Lena Moreau', groups: ['trimline-users'], role: 'lead' },
  { username: 'pia.picker', name: 'Pia Castellanos', groups: ['trimline-users'], role: 'picker' },
  { username: 'ravi.receiver', name: 'Ravi Menon', groups: ['trimline-users'], role: 'receiver' },
  { username: 'rhea.reader', name: 'Rhea Novak', groups: ['trimline-readers'], role: 'read-only' },
  { username: 'nora.noaccess', name: 'Nora Bauer', groups: ['trimline-users'], role: 'no access' },
]
