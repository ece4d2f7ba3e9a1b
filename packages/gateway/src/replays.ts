/** More than anyone has; what is forgotten costs one claim. */
const MOST = 10_000
/** Where one was asked again, the next ones may be, too. */
const IN_A_ROW = 16

/** Whether accounts are asked for what is done already: to look first is a trip too many for what is new. */
export function createReplays() {
  const expected = new Map<string, number>()
  return {
    /** Something was there already. */
    expect(account: string): void {
      if (expected.size >= MOST) expected.clear()
      expected.set(account, IN_A_ROW)
    },
    /** Someone looked in vain. */
    pass(account: string): void {
      const left = (expected.get(account) ?? 0) - 1
      if (left > 0) expected.set(account, left)
      else expected.delete(account)
    },
    areExpected: (account: string): boolean => expected.has(account),
  }
}

export type Replays = ReturnType<typeof createReplays>
