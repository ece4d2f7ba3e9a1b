import { type ServerResponse } from 'node:http'
import { type Request } from '../http/request.js'
import { type Simulation } from '../simulation.js'

export function servePage(
  _simulation: Simulation,
  _request: Request,
  _response: ServerResponse,
): boolean {
  return false
}
