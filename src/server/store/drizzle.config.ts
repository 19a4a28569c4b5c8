import { defineConfig } from 'drizzle-kit'

// `npx drizzle-kit generate --config src/server/store/drizzle.config.ts --name <what-changes>` from the repository's root.
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/server/store/schema/*.ts',
  out: './src/server/store/migrations',
})
