/** The gateway takes the same arguments for the same post, so a second call changes nothing more. */
export const WRITE_TO_X = {
  effects: 'write',
  idempotent: true,
  dataSensitivity: 'public',
  externalNetwork: true,
} as const
