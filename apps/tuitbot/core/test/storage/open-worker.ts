import { openDatabase, sql } from '../../src/storage/database.js'

const db = openDatabase(process.argv[2] ?? '')
const row = { at: 1, account: 'a', endpoint: 'e', method: 'GET', status: 200 }
await db.write((db) =>
  db.run(sql.insertInto('x_cost').values({ ...row, micro_usd: 0, objects: 0 })),
)
await db.close()
