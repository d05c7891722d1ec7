import { labelOf } from '../values/describe-value.js'
import { wrongArgument } from '../values/wrong-argument.js'
import type { AppCredentials } from './app-credentials.js'
import type { Connection } from './connection.js'

/**
 * Makes sure that a store is given a connection. Told by its shape: it may be one of another copy of the package.
 *
 * @param door - Who takes it, for the message: `storage.saveConnection`.
 * @throws ConfigError for anything else.
 */
export function assertConnection(value: unknown, door: string): asserts value is Connection {
  const given = value as Partial<Connection> | null | undefined // looked at by name only
  if (typeof given?.id !== 'string' || typeof given.token !== 'object')
    throw wrongArgument(door, 'given a connection', value)
}

/** The same for the credentials of an app. */
export function assertAppCredentials(value: unknown, door: string): asserts value is AppCredentials {
  const given = value as Partial<AppCredentials> | null | undefined // looked at by name only
  if (typeof given?.platform !== 'string' || typeof given.clientId !== 'string')
    throw wrongArgument(door, 'given the credentials of an app', value)
}

/** The same for what an app is filed under. */
export function assertAppKey(platform: unknown, host: unknown, door: string): void {
  if (typeof platform !== 'string')
    throw wrongArgument(`${labelOf(door)}: platform`, 'the name of a network', platform)
  if (host !== null && host !== undefined && typeof host !== 'string')
    throw wrongArgument(`${labelOf(door)}: host`, 'the name of a server, or null', host)
}
