import { type Decision } from '@tuitbot/core'

/** Whoever holds a session is the person at this machine. */
export const DASHBOARD: Decision['by'] = { kind: 'person', id: 'dashboard' }
