import { openDatabase } from '../../src/storage/database.js'
import { keysFromFile } from '../../src/storage/master-key.js'
import { createSecretBox } from '../../src/storage/secret-box.js'
import { createTokenStore } from '../../src/storage/token-store.js'
import { createAccessTokens } from '../../src/x-api/oauth/create-access-tokens.js'
import { createOAuthClient } from '../../src/x-api/oauth/oauth-client.js'
import { type TokenStore } from '../../src/x-api/oauth/token-store.js'
import { type RefreshOrder } from './refresh-order.js'

const order = JSON.parse(process.argv[2] ?? '{}') as RefreshOrder
const db = openDatabase(order.file)
const kept = createTokenStore(db, createSecretBox(keysFromFile(order.keyFile)))
const store: TokenStore = order.dies
  ? { ...kept, keepRenewed: () => Promise.reject(process.kill(process.pid, 'SIGKILL')) }
  : kept
const oauth = createOAuthClient({ app: { clientId: 'demo-client' }, tokenBaseUrl: order.url })

process.on('message', (account: string) => {
  const owner = `${process.pid}`
  createAccessTokens({ account, store, oauth, owner, leaseMs: order.dies ? 200 : 5_000 })
    .get()
    .then(
      (token) => process.send?.({ token }),
      (error: Error) => process.send?.({ error: error.message }),
    )
})
process.on('disconnect', () => process.exit())
process.send?.('ready')
