import { createStore } from 'jotai'

/** The app's one jotai store: React reads it through the provider, everything else (the client, the scan engine) directly. */
export const store = createStore()
