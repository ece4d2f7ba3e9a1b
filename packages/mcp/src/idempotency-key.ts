/** Under this name a client may say in `_meta` which of its calls are the same one. */
export const IDEMPOTENCY_KEY = 'armorer/idempotencyKey'
