import { defineConfig } from 'drizzle-kit'

// Run in the repository root:
// `npx drizzle-kit generate --config src/server/database/drizzle.config.ts --name <change-name>`.
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/server/database/schema/*.ts',
  out: './src/server/database/migrations',
})
