import { defineConfig } from 'drizzle-kit'

// Run from the repository's root: `npx drizzle-kit generate --config src/server/store/drizzle.config.ts
// --name <what-changes>`.
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/server/store/schema/*.ts',
  out: './src/server/store/migrations',
})
