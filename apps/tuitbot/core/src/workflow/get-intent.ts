import { type Gateway, type Intent } from '@armorer/gateway'
import { NotFound } from './errors.js'

/** An intent that someone has named, such as one that activity shows. */
export async function getIntent(gateway: Gateway, id: string): Promise<Intent> {
  const intent = await gateway.show(id)
  if (!intent) throw new NotFound(`no post or approval has the id ${id}`)
  return intent
}
