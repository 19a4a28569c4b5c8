import { sql } from 'drizzle-orm'
import { boolean, check, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { SECURITY_KEYS } from '#core/wire/security-keys.ts'
import { oneOf } from './checks.ts'
import { location } from './reference.ts'

/** A user. User names are case-insensitive and stored in lower case. */
export const person = pgTable(
  'person',
  {
    username: text('username').primaryKey(),
    name: text('name').notNull(),
    /** The user's role (`roleName`). */
    role: text('role').notNull().default(''),
    /** An inactive user keeps keys and locations but cannot use them. */
    active: boolean('active').notNull().default(true),
  },
  (table) => [check('person_username_folded', sql`${table.username} = lower(${table.username})`)],
)

export const personKey = pgTable(
  'person_key',
  {
    username: text('username')
      .notNull()
      .references(() => person.username),
    securityKey: text('security_key').notNull(),
    active: boolean('active').notNull().default(true),
  },
  (table) => [
    primaryKey({ columns: [table.username, table.securityKey] }),
    check('person_key_known', oneOf(table.securityKey, SECURITY_KEYS)),
  ],
)

export const personLocation = pgTable(
  'person_location',
  {
    username: text('username')
      .notNull()
      .references(() => person.username),
    location: text('location')
      .notNull()
      .references(() => location.code),
    active: boolean('active').notNull().default(true),
  },
  (table) => [primaryKey({ columns: [table.username, table.location] })],
)
