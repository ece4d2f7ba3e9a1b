/** One way to break a promise without breaking anything else. */
export interface Sabotage {
  readonly name: string
  /** In `packages/gateway/src`. */
  readonly edits: ReadonlyArray<{
    readonly file: string
    readonly from: string
    readonly to: string
  }>
  /** In `packages/gateway/test`: at least one of them must turn red. */
  readonly tests: readonly string[]
  /** Part of the names of the tests that count. */
  readonly only?: string
}

const FLEET = 'processes/processes.test.ts'
const KILLS = 'processes/kills.test.ts'
const GATEWAY = 'gateway.test.ts'
const STORE = 'sqlite-store.test.ts'

export const sabotages: readonly Sabotage[] = [
  {
    name: 'unique index dropped',
    edits: [
      {
        file: 'sqlite/migrations.ts',
        from: 'create unique index gateway_intent_fingerprint\n        on',
        to: 'create index gateway_intent_fingerprint on',
      },
    ],
    tests: [STORE],
    only: 'forty contents',
  },
  {
    name: 'deferred instead of immediate',
    edits: [
      { file: 'sqlite/writer.ts', from: `db.exec('begin immediate')`, to: `db.exec('begin')` },
    ],
    tests: [FLEET],
    only: 'nothing is dispatched after a pause',
  },
  {
    name: 'counter after success',
    edits: [
      {
        file: 'scripts/reserve.ts',
        from: `    .where('at', '>', p('since')),\n)\n\nconst listUses`,
        to: `    .where('at', '>', p('since'))
    .where('intent', 'in', (eb) =>
      eb.selectFrom('gateway_intent').select('id').where('finished_at', 'is not', null)),\n)\n\nconst listUses`,
      },
    ],
    tests: [GATEWAY],
    only: 'a limit holds for calls in flight',
  },
  {
    name: 'no answer taken for a refusal',
    edits: [
      {
        file: 'deliver.ts',
        from: `    : unknown(messageOf(thrown))`,
        to: `    : { kind: 'not_sent', message: messageOf(thrown) }`,
      },
    ],
    tests: [FLEET],
    only: 'however an answer is lost',
  },
  {
    name: 'generation missing from a condition',
    edits: [
      {
        file: 'scripts/complete.ts',
        from: `      .where('lease_owner', '=', p('owner'))\n      .where('generation', '=', p('generation')),`,
        to: `      .where('lease_owner', '=', p('owner')),`,
      },
      {
        file: 'scripts/complete.ts',
        from: `    row.owner,\n    row.generation,\n  ],`,
        to: `    row.owner,\n  ],`,
      },
    ],
    tests: [STORE],
  },
  {
    name: 'pause not read again at dispatch',
    edits: [
      {
        file: 'scripts/dispatch.ts',
        from: `    haltedBy(control, chain, input.writerVersion) ??\n    deniedBy(input.judge(`,
        to: `    deniedBy(input.judge(`,
      },
    ],
    tests: [GATEWAY],
    only: 'paused between claim and dispatch',
  },
  {
    name: 'second look skipped',
    edits: [
      {
        file: 'scripts/due.ts',
        from: `if (first === null || chain.at - first < times.readGap) return undefined`,
        to: `if (first === 0) return undefined`,
      },
    ],
    tests: [FLEET],
    only: 'what is seen late',
  },
  {
    name: 'permit without a deadline',
    edits: [
      {
        file: 'permit.ts',
        from: `if (clock.now() >= terms.diesAt || clock.elapsed() >= terms.diesAfter) {`,
        to: `if (clock.now() < 0) {`,
      },
    ],
    tests: [KILLS],
    only: 'stopped at any point',
  },
  {
    name: 'hash of the request unchecked',
    edits: [
      { file: 'permit.ts', from: `if (terms.hash !== hash) {`, to: `if (terms.hash === '') {` },
    ],
    tests: ['permit.test.ts'],
  },
  {
    // Whoever looks in one transaction and writes in the next has looked at what is over by then.
    name: 'approval that looks and then writes',
    edits: [
      {
        file: 'scripts/approvals.ts',
        from: `  if (!isOpen || !isWhatWasSeen(row.content, by)) return { kind: 'moved_on', intent: toIntent(row) }`,
        to: `  if (!isWhatWasSeen(row.content, by)) return { kind: 'moved_on', intent: toIntent(row) }`,
      },
      {
        file: 'scripts/approvals.ts',
        from: `    .where('id', '=', p('id'))
    .where('state', '=', p('from')),
)

const setSnoozed`,
        to: `    .where('id', '=', p('id')),
)

const setSnoozed`,
      },
    ],
    tests: [STORE],
  },
  {
    name: 'audit outside the transaction',
    edits: [
      {
        file: 'scripts/chain.ts',
        from: `      runOnce(tx, addLink, {`,
        to: `      const late = {`,
      },
      {
        file: 'scripts/chain.ts',
        from: `        payloadText,\n      })\n`,
        to: `        payloadText,\n      }\n      setImmediate(() => runOnce(tx, addLink, late))\n`,
      },
    ],
    tests: [KILLS],
    only: 'killed at any point',
  },
  {
    name: 'account missing from the fingerprint',
    edits: [
      {
        file: 'canonical.ts',
        from: `{"account":\${by},"args":`,
        to: `{"args":`,
      },
      {
        file: 'sqlite/migrations.ts',
        from: `on gateway_intent (account, coalesce(`,
        to: `on gateway_intent (coalesce(`,
      },
    ],
    tests: [GATEWAY],
    only: 'two accounts may say the same',
  },
]
