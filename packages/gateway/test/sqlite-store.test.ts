import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { openSqlite } from '../src/sqlite/index.js'
import { type Store } from '../src/store.js'
import { scratchFolder } from './harness/scratch-folder.js'
import { handClock, TIMES } from './harness/small-world.js'
import { testStore, type StoreUnderTest } from './store-conformance.js'

testStore(openStore)

function openStore(): StoreUnderTest {
  const folder = scratchFolder('store-')
  const path = join(folder, 'gateway.db')
  const clock = handClock()
  const opened: Store[] = []
  const again = () => {
    const store = openSqlite(path, { clock, times: TIMES })
    opened.push(store)
    return store
  }
  const store = again()
  const beside = new DatabaseSync(path)
  beside.exec('create table app_note (text text not null)')
  return {
    store,
    times: TIMES,
    again,
    advance: (ms) => clock.advance(ms),
    tamper(sql) {
      beside.exec('drop trigger if exists gateway_audit_no_update')
      beside.exec('drop trigger if exists gateway_audit_no_delete')
      beside.exec('drop trigger if exists gateway_audit_only_erase')
      beside.exec('drop trigger if exists gateway_policy_no_update')
      beside.exec(sql)
    },
    rows: (sql) =>
      beside
        .prepare(sql)
        .all()
        .map((row) => Object.values(row as object)),
    async [Symbol.asyncDispose]() {
      beside.close()
      await Promise.allSettled(opened.map((one) => one.close()))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
