import { type Endpoint } from '../http/endpoint.js'
import { posts } from './posts.js'

/** Every call that is answered. */
export const endpoints: readonly Endpoint[] = [...posts]
