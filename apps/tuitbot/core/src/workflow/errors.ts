import { StorageError as GatewayStorageError } from '@armorer/gateway'
import { StorageError } from '../storage/storage-error.js'

/** What was asked for is not there. */
export class NotFound extends Error {
  override readonly name = 'NotFound'
}

/** Whether the file could not be read or written; the gateway and Tuitbot share one, and each says so in its own way. */
export function isStorageFailure(error: unknown): error is StorageError | GatewayStorageError {
  return error instanceof StorageError || error instanceof GatewayStorageError
}
