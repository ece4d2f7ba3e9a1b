/** Reading what strangers wrote. */
export const READ_FROM_X = {
  effects: 'read',
  dataSensitivity: 'public',
  externalNetwork: true,
  untrustedOutput: true,
} as const

/** Hosts give up on a call after about a minute; by then a read with its repeats is over. */
export const READ_MS = 45_000
