import { createStore } from 'jotai'

/**
 * The app's jotai store: React uses it through the provider, everything else (the client, the scan engine)
 * directly.
 */
export const store = createStore()
