import { type Principal } from '@armorer/gateway'

/** Whoever sits at this terminal. */
export const PERSON: Principal = { kind: 'person', id: 'cli' }
