/** What comes nearest in JSON to what it has no word for. */
export const NEAREST = {
  date: { type: 'string', format: 'date-time' },
  bigint: { type: 'integer' },
  map: { type: 'array', items: { type: 'array', minItems: 2, maxItems: 2 } },
  set: { type: 'array', uniqueItems: true },
  undefined: { type: 'null' },
  checked: { description: 'Checked by code.' },
  made: { description: 'Made by code.' },
} as const
