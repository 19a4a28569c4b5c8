import { defineConfig } from 'drizzle-kit'

// Run in the repository root:
// `npx drizzle-kit generate --config src/server/store/drizzle.config.ts --name <change-name>`.
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/server/store/schema/*.ts',
  out: './src/server/store/migrations',
})
